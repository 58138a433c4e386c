import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { logEntry } from '#test/support/logs/sample-logs.ts';
import { randomNumbers } from './random.ts';

type Entry = ReturnType<typeof logEntry>;

const sampleDays = 30;
const entriesOfDelivery = 10;
const firstDay = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

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

/** The entries of each delivery, over 30 days. */
export function* deliveriesOf(entries: number): Generator<readonly Entry[]> {
  const random = randomNumbers();
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const perDay = Math.ceil(entries / sampleDays / entriesOfDelivery);
  for (let delivery = 0; delivery < sampleDays * perDay; delivery += 1) {
    const start = firstDay + (delivery / perDay) * dayMs;
    const own = {
      hook_id: hookOf(delivery),
      event_type: pick(events),
      repository: repositoryOf(delivery),
      pr_number: pullOf(delivery),
      scm_user: `user-${(delivery * 17) % 400}`,
    };
    yield Array.from({ length: entriesOfDelivery }, (_, part) => {
      const level = levelFor(random(), part);
      const prose = Array.from({ length: 7 }, () => pick(words)).join(' ');
      const message = `${prose} ${shaOf(delivery)} in ${Math.floor(random() * 9_000)} ms`;
      const timestamp = new Date(start + part).toISOString();
      return logEntry(message, { ...own, level, timestamp });
    });
  }
}

/** Writes daily files. */
function writeLogs(folder: string, entries: number): void {
  for (const records of deliveriesOf(entries)) {
    const day = records[0]?.timestamp.slice(0, 10);
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    appendFileSync(join(folder, `webhooks_${day}.json`), lines.join(''));
  }
}

function levelFor(chance: number, part: number) {
  if (chance < 0.02) return 'ERROR';
  if (chance < 0.06) return 'WARNING';
  if (chance < 0.3) return 'DEBUG';
  return part % 3 ? 'INFO' : 'STEP';
}

if (import.meta.main) writeLogs(process.argv[2] ?? '', Number(process.argv[3]));
