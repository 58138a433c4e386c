import { Failure, isFailure } from '../../platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { Plan } from '../writing/plan.ts';
import { generationPages, type GenerationPage } from '../tables.ts';
import { planOf } from '../writing/ask-plan.ts';
import { keepPage, type CachedMarkdown } from '../writing/page-cache.ts';
import { claimedBy, passToken } from './page-rows.ts';
import { runStep, type Step, type StepRun } from './step.ts';
import { tellBegun, tellDone } from './tell-page.ts';
import { writePage } from '../writing/write-page.ts';

type Needs = Pick<
  Platform,
  | ('records' | 'queue' | 'feed' | 'blobs' | 'clock' | 'log' | 'trees' | 'ai')
  | ('environment' | 'home')
>;

/** Pages that take no longer than this together are written in one step: the way through the queue
 * costs more than they do. A model takes longer for one. */
const quickMilliseconds = 10_000;

/** Writes one page, and further ones while that goes quickly, and hands its token on. */
export function pageStep(needs: Needs, run: StepRun & { readonly page: number }): Promise<void> {
  return runStep(needs, run, (step) => work(needs, step, run.page));
}

async function work(needs: Needs, step: Step, by: number): Promise<void> {
  const plan = planOf(step.row);
  if (!plan) return;
  // Not by the attempt: stops of the host do not count as one.
  let again = step.fence > 1;
  if (again) await keepAgain(needs, step, plan, by);
  for (let next: number | undefined = by; next !== undefined;) {
    const known = await pageAt(needs, step, next);
    if (!known) return;
    again ||= known.state === 'done';
    const written = known.state === 'done' ? undefined : await write(needs, step, plan, known);
    const goesOn = Math.abs(needs.clock.now().getTime() - step.began) < quickMilliseconds;
    [next] = await Promise.all([
      passToken(needs, step.generation, { by, again, goesOn }),
      tellDone(needs, step.row, written?.page),
      written?.cached && keepPage(needs, step.row, written.page, written.cached),
    ]);
  }
}

function pageAt({ records }: Needs, { generation }: Step, position: number) {
  return records.get(generationPages, { generation, position });
}

/** Whoever wrote a page may have died before it was kept; the answer is in store. */
async function keepAgain(needs: Needs, step: Step, plan: Plan, by: number): Promise<void> {
  const { generation, row, signal, began } = step;
  const first = await pageAt(needs, step, by);
  const others = await claimedBy(needs, generation, by);
  const own = [...(first ? [first] : []), ...others.filter(({ handed_on }) => !handed_on)];
  for (const page of own) {
    if (page.state !== 'done' || page.error !== null) continue;
    const { cached } = await writePage(needs, { generation: row, plan, page, began }, signal);
    if (cached) await keepPage(needs, row, page, cached);
  }
}

async function write(
  needs: Needs,
  step: Step,
  plan: Plan,
  known: Stored<GenerationPage>,
): Promise<{ page: Stored<GenerationPage>; cached: CachedMarkdown | undefined }> {
  const { row: generation, fence, signal, began } = step;
  const taken = await take(needs, known, fence);
  const over = new AbortController();
  const begun = tellBegun(needs, generation, taken.title, over.signal);
  // Awaited below; an error that nobody waits for yet would end the process.
  begun.catch(() => undefined);
  const asked = { generation, plan, page: taken, began };
  const { row, cached } = await writePage(needs, asked, signal).finally(() => over.abort());
  await begun;
  return { page: await finish(needs, taken, row), cached };
}

/** A later worker marks the row, so that what an earlier one read is not what it finds: the first
 * has nobody before it, and may spare the write. */
async function take(
  { records }: Needs,
  row: Stored<GenerationPage>,
  fence: number,
): Promise<Stored<GenerationPage>> {
  if (row.fence >= fence) throw lost();
  if (fence === 1) return row;
  const { generation, position, version } = row;
  return orLost(records.update(generationPages, { generation, position }, { fence }, { version }));
}

async function finish(
  { records }: Needs,
  { generation, position, version }: Stored<GenerationPage>,
  row: Partial<GenerationPage>,
): Promise<Stored<GenerationPage>> {
  const changes = { ...row, state: 'done' as const };
  return orLost(records.update(generationPages, { generation, position }, changes, { version }));
}

async function orLost<Result>(update: Promise<Result>): Promise<Result> {
  try {
    return await update;
  } catch (error) {
    const isGone = isFailure(error, 'missing', 'no_row');
    throw isGone || isFailure(error, 'conflict', 'changed') ? lost() : error;
  }
}

function lost(): Failure {
  return new Failure('unavailable', 'taken_over', 'Another worker has the page');
}
