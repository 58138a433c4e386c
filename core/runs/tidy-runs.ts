import type { Platform } from '#core/platform/ports/platform.ts';
import { isOpen, type ItemRow, type RunNeeds, type RunRow, type RunType } from './run-type.ts';

/** Removes the working trees of runs that have ended, and ends what still asks a model for them; also
 * of the other runs that are named. Gives how many. */
export async function tidyRuns<
  Run extends RunRow,
  Item extends ItemRow,
  Needs extends RunNeeds & Pick<Platform, 'trees' | 'ai'>,
>(needs: Needs, type: RunType<Run, Item, Needs>, others: readonly string[] = []): Promise<number> {
  const ids = new Set([...others, ...(await needs.trees.list()), ...(await needs.ai.works())]);
  let tidied = 0;
  for (const id of ids) {
    const row = await needs.records.get(type.runs, { id });
    if (row && isOpen(type, row)) continue;
    await type.tidy(needs, id);
    tidied += 1;
  }
  return tidied;
}
