import { isFailure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import { pagesIn } from '../writing/check-plan.ts';
import type { Plan } from '../writing/plan.ts';
import { generationPages, type GenerationPage } from '../tables.ts';
import { pageQueue, renderQueue, type GenerationMessage, type PageMessage } from './messages.ts';

type Needs = Pick<Platform, 'records' | 'queue'>;

/** Pages in work at once in one generation. */
export const tokens = 5;
/** Who claimed the first pages: the plan. */
export const byPlan = -1;
const together = 50;

/** One row for each page; the first five are claimed at once. Repeated: rows stay as they are. */
export async function makePageRows({ records }: Needs, generation: string, plan: Plan) {
  const rows = pagesIn(plan).map(({ slug, title, description }, position) => ({
    ...{ generation, position, slug, title, description },
    state: position < tokens ? ('claimed' as const) : ('waiting' as const),
    claimed_by: position < tokens ? byPlan : null,
    handed_on: position < tokens,
  }));
  for (let at = 0; at < rows.length; at += together) {
    const inserts = rows.slice(at, at + together).map((row) =>
      records.insert(generationPages, row).catch((error: unknown) => {
        if (!isFailure(error, 'conflict', 'exists')) throw error;
      }),
    );
    await Promise.all(inserts);
  }
}

export async function sendPage({ queue }: Needs, generation: string, page: number): Promise<void> {
  const message: PageMessage = { generation, page };
  await queue.send(pageQueue, JSON.stringify(message));
}

export async function sendRender({ queue }: Needs, generation: string): Promise<void> {
  const message: GenerationMessage = { generation };
  await queue.send(renderQueue, JSON.stringify(message));
}

/** Claims the first page that waits, for the step of page `by`, which writes it itself unless it is
 * `handedOn`. None waits: undefined. */
export async function claimWaiting(
  { records }: Needs,
  generation: string,
  by: number,
  handedOn: boolean,
): Promise<Stored<GenerationPage> | undefined> {
  const where = { generation, state: 'waiting' as const };
  for (;;) {
    const [row] = (await records.list(generationPages, { index: 'by_state', where, limit: 1 }))
      .rows;
    if (!row) return undefined;
    const key = { generation, position: row.position };
    try {
      const change = { state: 'claimed' as const, claimed_by: by, handed_on: handedOn };
      return await records.update(generationPages, key, change, { state: 'waiting' });
    } catch (error) {
      // Another step was faster: the next one then.
      if (!isFailure(error, 'conflict', 'changed')) throw error;
    }
  }
}

/**
 * The page that the step of page `by` goes on with, which has its token. Undefined: the token was
 * handed on to a message, or this was the last page to finish, and the rendering is queued.
 * `again`: a try before this one may have done a part of it.
 */
export async function passToken(
  needs: Needs,
  generation: string,
  { by, again, goesOn }: { readonly by: number; readonly again: boolean; readonly goesOn: boolean },
): Promise<number | undefined> {
  if (again) {
    const claimed = await claimedBy(needs, generation, by);
    const begun = claimed.find(({ state, handed_on }) => state === 'claimed' && !handed_on);
    if (begun) return begun.position;
    const handed = claimed.find(({ handed_on }) => handed_on);
    if (handed?.state === 'claimed') await sendPage(needs, generation, handed.position);
    if (handed) return undefined;
  }
  const next = await claimWaiting(needs, generation, by, !goesOn);
  if (next && goesOn) return next.position;
  if (next) await sendPage(needs, generation, next.position);
  else if (!(await isAnyClaimed(needs, generation))) await sendRender(needs, generation);
  return undefined;
}

export async function listPages(
  { records }: Pick<Needs, 'records'>,
  generation: string,
): Promise<readonly Stored<GenerationPage>[]> {
  const query = { where: { generation }, limit: 10_000 };
  return (await records.list(generationPages, query)).rows;
}

/** What the step of page `by` has claimed, in this try or in one before. */
export async function claimedBy(
  { records }: Pick<Needs, 'records'>,
  generation: string,
  by: number,
): Promise<readonly Stored<GenerationPage>[]> {
  const query = { where: { generation }, filter: { claimed_by: by }, limit: 10_000 };
  return (await records.list(generationPages, query)).rows;
}

async function isAnyClaimed({ records }: Needs, generation: string): Promise<boolean> {
  const where = { generation, state: 'claimed' as const };
  const { rows } = await records.list(generationPages, { index: 'by_state', where, limit: 1 });
  return rows.length > 0;
}
