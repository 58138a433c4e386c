import type { Progress } from '#core/docs/generation/progress/progress.ts';
import { stageText, usageText } from '#core/docs/pages/words.ts';
import { duration } from '#core/web/duration.ts';
import { paint, type Shell } from '../line/shell.ts';
import { plain } from './words.ts';

const cells = 20;
const clear = '\r\u001b[K';

/** A progress bar on a terminal; elsewhere one line per change. */
export function progressLine({ stdout, variables }: Pick<Shell, 'stdout' | 'variables'>) {
  const isTerminal = stdout.isTTY === true && variables['TERM'] !== 'dumb';
  let last = '';
  return {
    show(entry: Progress) {
      const text = textOf(entry);
      if (text === last) return;
      last = text;
      if (!isTerminal) return void stdout.write(`${text}\n`);
      const { pages_done, pages_total } = entry;
      const full = pages_total > 0 ? Math.round((cells * pages_done) / pages_total) : 0;
      const bar = '█'.repeat(full) + '░'.repeat(cells - full);
      const room = Math.max(0, (stdout.columns ?? 80) - cells - 2);
      stdout.write(`${clear}${paint(stdout, 'cyan', bar)} ${text.slice(0, room)}`);
    },
    end() {
      if (isTerminal && last !== '') stdout.write(clear);
    },
  };
}

function textOf(entry: Progress): string {
  const { stage, pages_done, pages_total, page, elapsed_seconds, cost_usd } = entry;
  const tokens = (entry.input_tokens ?? 0) + (entry.output_tokens ?? 0);
  const isWriting = stage === 'generating_pages';
  const parts = [
    ...[duration(elapsed_seconds), stageText(stage)],
    ...(isWriting ? [`${pages_done} of ${pages_total}`] : []),
    ...(isWriting && page !== null ? [plain(page)] : []),
  ];
  const used = usageText(tokens > 0 ? tokens : null, cost_usd);
  return [...parts, ...(used === undefined ? [] : [used])].join(' · ');
}
