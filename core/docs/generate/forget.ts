import type { Platform } from '#core/platform/ports/platform.ts';
import { removeGeneration } from '#core/docs/store.ts';
import { generations, projects } from '#core/docs/tables.ts';
import { tidyGeneration } from './tidy.ts';

type Needs = Pick<Platform, 'records' | 'trees' | 'feed' | 'ai'>;

const together = 1_000;

/** Takes away the working trees of generations that have ended, and ends what still asks the model
 * for them. Gives how many. */
export async function tidyTrees(needs: Needs): Promise<number> {
  let tidied = 0;
  const left = new Set([...(await needs.trees.list()), ...(await needs.ai.works())]);
  for (const id of left) {
    const row = await needs.records.get(generations, { id });
    if (row?.status === 'generating') continue;
    await tidyGeneration(needs, id);
    tidied += 1;
  }
  return tidied;
}

/** Removes history from before the moment, except the generation that a site comes from. Gives
 * how many, 2,000 at most. */
export async function forgetGenerations(needs: Needs, before: Date): Promise<number> {
  let forgotten = 0;
  for (const status of ['ready', 'error'] as const) {
    const query = { index: 'by_lease', where: { status }, to: before.toISOString() };
    const { rows } = await needs.records.list(generations, { ...query, limit: together });
    for (const { id, owner, name } of rows) {
      const project = await needs.records.get(projects, { owner, name });
      if (project?.generation === id) continue;
      await removeGeneration(needs, id);
      forgotten += 1;
    }
  }
  return forgotten;
}
