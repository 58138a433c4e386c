import { isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { generations, projects } from '#core/docs/tables.ts';
import { interrupted } from './end.ts';

/** Projects that say `generating` while there is no such generation, as after a restored backup,
 * end as interrupted: no step would ever free them. Gives how many. */
export async function endOrphans({
  records,
  clock,
}: Pick<Platform, 'records' | 'clock'>): Promise<number> {
  let ended = 0;
  let cursor: string | undefined;
  do {
    const filter = { status: 'generating' as const };
    const query = { index: 'by_change', filter, ...(cursor !== undefined && { cursor }) };
    const page = await records.list(projects, query);
    cursor = page.cursor;
    for (const { owner, name, generation } of page.rows) {
      // A generation is written before its project says so, and ends after it.
      const row =
        generation === null ? undefined : await records.get(generations, { id: generation });
      if (row?.status === 'generating') continue;
      const changes = {
        status: 'error' as const,
        error_message: interrupted,
        current_stage: null,
        updated_at: clock.now().toISOString(),
      };
      const expected = { generation, status: 'generating' as const };
      const update = records.update(projects, { owner, name }, changes, expected);
      if (await isWritten(update)) ended += 1;
    }
  } while (cursor !== undefined);
  return ended;
}
