import { isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { removeGeneration } from '#core/docs/store.ts';
import { projects, type Generation, type Project } from '#core/docs/tables.ts';

/** Takes a generation back that must not be: the project is as it was before. One that has ended,
 * or whose project is gone: only the generation goes. */
export async function withdraw(
  needs: Pick<Platform, 'records' | 'feed'>,
  { id, owner, name }: Pick<Generation, 'id' | 'owner' | 'name'>,
  before?: Stored<Project>,
): Promise<void> {
  const key = { owner, name };
  const mine = { generation: id, status: 'generating' as const };
  const { version: _version, ...row } = before ?? {};
  await isWritten(
    before
      ? needs.records.update(projects, key, row, mine)
      : needs.records.delete(projects, key, mine),
  );
  await removeGeneration(needs, id);
}
