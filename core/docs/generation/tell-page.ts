import { isFailure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
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

interface Turn {
  last: Promise<void>;
  /** Pages that wait for the next count, and when it is made. */
  next: { readonly pages: GenerationPage[]; readonly told: Promise<void> } | undefined;
}

const turns = new WeakMap<Platform['records'], Map<string, Turn>>();

/** Nobody sees what is over sooner. */
const seenMilliseconds = 200;

/** Who watches sees which page is being written, unless it is written at once. */
export async function tellBegun(
  needs: Needs,
  { id }: Generation,
  title: string,
  written: AbortSignal,
): Promise<void> {
  await needs.clock.sleep(seenMilliseconds, written);
  if (written.aborted) return;
  const generation = await needs.records.get(generations, { id });
  if (generation) await appendProgress(needs, generation, [title]);
}

/**
 * Counts a finished page: in the history, in the project's record, and for who watches. Pages that
 * finish while others are being counted are counted together. No page: an earlier try has counted
 * its tokens, and the end adds all up anew.
 */
export function tellDone(needs: Needs, known: Generation, page?: GenerationPage): Promise<void> {
  const { id } = known;
  const ofRecords = turns.get(needs.records) ?? new Map<string, Turn>();
  turns.set(needs.records, ofRecords);
  const turn = ofRecords.get(id) ?? { last: Promise.resolve(), next: undefined };
  ofRecords.set(id, turn);
  if (!turn.next) {
    const pages: GenerationPage[] = [];
    const told = turn.last
      .catch(() => {})
      .then(() => {
        turn.next = undefined;
        return count(needs, known, pages);
      })
      .finally(() => {
        if (turn.last === told) ofRecords.delete(id);
      });
    turn.next = { pages, told };
    turn.last = told;
  }
  if (page) turn.next.pages.push(page);
  return turn.next.told;
}

async function count(
  needs: Needs,
  known: Generation,
  pages: readonly GenerationPage[],
): Promise<void> {
  const { records, clock } = needs;
  const { id } = known;
  const where = { generation: id, state: 'done' as const };
  const query = { index: 'by_state', where, limit: 1, total: true };
  const done = (await records.list(generationPages, query)).total ?? 0;
  const [generation] = await Promise.all([
    change(needs, id, (row) => ({
      pages: Math.max(row.pages, done),
      revivals: 0,
      lease_until: new Date(clock.now().getTime() + leaseMilliseconds).toISOString(),
      input_tokens: pages.reduce((sum, page) => plus(sum, page.input_tokens), row.input_tokens),
      output_tokens: pages.reduce((sum, page) => plus(sum, page.output_tokens), row.output_tokens),
      cost_usd: pages.reduce((sum, page) => plus(sum, page.cost_usd), row.cost_usd),
    })),
    countPages(needs, known, done),
  ]);
  const titles = pages.map(({ title }) => title);
  await appendProgress(needs, generation, titles);
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
