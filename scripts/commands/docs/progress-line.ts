import type { Progress } from '#core/docs/progress.ts';
import { stageText, usageText } from '#core/docs/pages/words.ts';
import { duration } from '#core/web/duration.ts';
import { progressBar } from '../line/progress-bar.ts';
import type { Shell } from '../line/shell.ts';

/** How a generation goes, on one line. */
export function progressLine(shell: Pick<Shell, 'stdout' | 'variables'>) {
  const bar = progressBar(shell.stdout, shell);
  return {
    show(entry: Progress) {
      const { pages_done, pages_total } = entry;
      bar.show(pages_total > 0 ? pages_done / pages_total : 0, textOf(entry));
    },
    end: () => bar.end(),
  };
}

function textOf(entry: Progress): string {
  const { stage, pages_done, pages_total, page, elapsed_seconds } = entry;
  const isWriting = stage === 'generating_pages';
  const parts = [
    duration(elapsed_seconds),
    stageText(stage),
    ...(isWriting ? [`${pages_done} of ${pages_total}`] : []),
    ...(isWriting && page !== null ? [page] : []),
  ];
  const used = usageText(entry);
  return [...parts, ...(used === undefined ? [] : [used])].join(' · ');
}
