import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const days = 30;
const entriesOfDelivery = 10;
export const firstDay = Date.UTC(2026, 0, 1);
const dayMilliseconds = 86_400_000;

/** Numbers that look random and are the same at every run. */
function numbers(): () => number {
  let state = 1;
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff) / 0x7f_ff_ff_ff;
}

const words = (
  'labels size welcome reviewer owner check merge queue request pull comment branch default ' +
  'retry token response status review approved push webhook fetched configuration handler'
).split(' ');
const events = ['pull_request', 'issue_comment', 'check_run', 'status', 'push', 'workflow_run'];

export const hookOf = (delivery: number) =>
  `${(delivery * 2_654_435_761 + 1).toString(16).padStart(12, '0')}-${delivery.toString(16).padStart(8, '0')}`;
export const pullOf = (delivery: number) => 1 + ((delivery * 7_919) % 20_011);
export const repositoryOf = (delivery: number) => `team/service-${(delivery * 31) % 50}`;
/** Each is in about ten messages. */
export const shaOf = (delivery: number) =>
  ((delivery * 40_503) % 0xff_ff_fb).toString(16).padStart(6, '0');

/** Writes daily files of so many entries over 30 days. */
function writeLogs(folder: string, entries: number): void {
  mkdirSync(folder, { recursive: true });
  const random = numbers();
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const perDay = Math.ceil(entries / days / entriesOfDelivery);
  for (let day = 0; day < days; day += 1) {
    const start = firstDay + day * dayMilliseconds;
    const name = `webhooks_${new Date(start).toISOString().slice(0, 10)}.json`;
    const file = openSync(join(folder, name), 'w');
    let text = '';
    for (let at = 0; at < perDay; at += 1) {
      const delivery = day * perDay + at;
      const event = pick(events);
      for (let part = 0; part < entriesOfDelivery; part += 1) {
        const time = start + ((at + part / entriesOfDelivery) / perDay) * dayMilliseconds * 0.999;
        const chance = random();
        const level =
          chance < 0.02
            ? 'ERROR'
            : chance < 0.06
              ? 'WARNING'
              : chance < 0.3
                ? 'DEBUG'
                : part % 3
                  ? 'INFO'
                  : 'STEP';
        const prose = Array.from({ length: 7 }, () => pick(words)).join(' ');
        const failed = level === 'ERROR' ? 'failed: ' : '';
        const message = `${failed}${prose} ${shaOf(delivery)} in ${Math.floor(random() * 9_000)} ms`;
        const entry = {
          ...{ type: 'log_entry', timestamp: new Date(time).toISOString(), level },
          ...{ logger_name: 'webhook', message, hook_id: hookOf(delivery), event_type: event },
          ...{ repository: repositoryOf(delivery), pr_number: pullOf(delivery) },
          scm_user: `user-${(delivery * 17) % 400}`,
        };
        text += `${JSON.stringify(entry)}\n`;
      }
      if (text.length < 1_000_000) continue;
      writeSync(file, text);
      text = '';
    }
    writeSync(file, text);
    closeSync(file);
  }
}

if (import.meta.main) {
  const [, , folder = '', entries] = process.argv;
  writeLogs(folder, Number(entries));
}
