import { isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { listPages, removePages } from '#core/docs/store.ts';
import { generations } from '#core/docs/tables.ts';
import { reportOf } from './progress/report.ts';

type Needs = Pick<Platform, 'records' | 'trees' | 'ai'>;

/** Takes away what only a running generation needs. Of one that runs: nothing happens. Repeated:
 * the rest. */
export async function tidyGeneration(needs: Needs, id: string): Promise<void> {
  const { records, trees, ai } = needs;
  const row = await records.get(generations, { id });
  if (row?.status === 'generating') return;
  await ai.abandon(id);
  await trees.forget(id);
  if (!row) return removePages(needs, id);
  if (row.report === null) {
    const pages = await listPages(needs, id);
    const report = pages.length === 0 ? null : reportOf(pages);
    // No other step writes it, and repeated it is the same.
    if (report) await isWritten(records.update(generations, { id }, { report }));
  }
  await removePages(needs, id);
}
