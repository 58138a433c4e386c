import { isFailure } from '../../platform/failure.ts';
import type { Platform, Stored } from '../../platform/ports.ts';
import {
  generationPages,
  generations,
  projects,
  type Generation,
  type GenerationPage,
} from '../tables.ts';
import { appendProgress } from './append-progress.ts';
import { generationEnded, leaseMilliseconds } from './step.ts';

type Needs = Pick<Platform, 'records' | 'feed' | 'clock'>;

/** Counts a finished page: in the history, in the project's record, and for who watches. */
export async function tellPage(
  needs: Needs,
  known: Generation,
  page: GenerationPage,
  isNew: boolean,
): Promise<void> {
  const { records, clock } = needs;
  const { generation: id } = page;
  const where = { generation: id, state: 'done' as const };
  const query = { index: 'by_state', where, limit: 1, total: true };
  const done = (await records.list(generationPages, query)).total ?? 0;
  const [generation] = await Promise.all([
    change(needs, id, (row) => ({
      pages: Math.max(row.pages, done),
      revivals: 0,
      lease_until: new Date(clock.now().getTime() + leaseMilliseconds).toISOString(),
      // A step that is repeated has counted them before; the end adds all up anew.
      ...(isNew && {
        input_tokens: plus(row.input_tokens, page.input_tokens),
        output_tokens: plus(row.output_tokens, page.output_tokens),
        cost_usd: plus(row.cost_usd, page.cost_usd),
      }),
    })),
    countPages(needs, known, done),
  ]);
  await appendProgress(needs, generation, { page: page.title });
}

/** Null: not known. */
export function plus(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0);
}

async function change(
  { records }: Needs,
  id: string,
  changes: (row: Generation) => Partial<Generation>,
): Promise<Stored<Generation>> {
  for (;;) {
    const row = await records.get(generations, { id });
    if (row?.status !== 'generating') throw generationEnded();
    try {
      return await records.update(generations, { id }, changes(row), { version: row.version });
    } catch (error) {
      if (!isFailure(error, 'conflict', 'changed')) throw error;
    }
  }
}

/** Pages end in any order: the count never goes back. */
async function countPages(
  { records, clock }: Needs,
  { id, owner, name }: Generation,
  pages: number,
): Promise<void> {
  for (;;) {
    const row = await records.get(projects, { owner, name });
    if (row?.generation !== id || row.status !== 'generating') throw generationEnded();
    if (row.page_count >= pages) return;
    const changes = { page_count: pages, updated_at: clock.now().toISOString() };
    try {
      await records.update(projects, { owner, name }, changes, { version: row.version });
      return;
    } catch (error) {
      if (!isFailure(error, 'conflict', 'changed')) throw error;
    }
  }
}
