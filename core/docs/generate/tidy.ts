import { isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { listPages, removeGeneration, removePages } from '../store.ts';
import { generations, projects } from '../tables.ts';
import { reportOf } from './progress/report.ts';

type Needs = Pick<Platform, 'records' | 'trees' | 'ai' | 'feed'>;

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

const maxRows = 1_000;

/** Removes history from before the moment, except the generation that a site comes from. Gives
 * how many, 2,000 at most. */
export async function forgetGenerations(needs: Needs, before: Date): Promise<number> {
  let forgotten = 0;
  for (const status of ['ready', 'error'] as const) {
    const query = { index: 'by_lease', where: { status }, to: before.toISOString() };
    const { rows } = await needs.records.list(generations, { ...query, limit: maxRows });
    for (const { id, owner, name } of rows) {
      const project = await needs.records.get(projects, { owner, name });
      if (project?.generation === id) continue;
      await removeGeneration(needs, id);
      forgotten += 1;
    }
  }
  return forgotten;
}
