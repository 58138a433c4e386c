import { Failure, isFailure } from '../../platform/failure.ts';
import type { Platform, Stored } from '../../platform/ports.ts';
import { generationPages, type GenerationPage } from '../tables.ts';
import { appendProgress } from './append-progress.ts';
import { planOf } from './ask-plan.ts';
import { keepPage, type CachedMarkdown } from './page-cache.ts';
import { passToken } from './page-rows.ts';
import { runStep, type Step, type StepRun } from './step.ts';
import { tellPage } from './tell-page.ts';
import { writePage } from './write-page.ts';

type Needs = Pick<
  Platform,
  'records' | 'queue' | 'feed' | 'blobs' | 'clock' | 'log' | 'trees' | 'ai' | 'environment'
>;

/** Writes one page and hands its token on. */
export function pageStep(needs: Needs, run: StepRun & { readonly page: number }): Promise<void> {
  return runStep(needs, run, (step) => work(needs, step, run.page));
}

async function work(needs: Needs, step: Step, position: number): Promise<void> {
  const { row: generation, generation: id } = step;
  const known = await needs.records.get(generationPages, { generation: id, position });
  const plan = planOf(generation);
  if (!known || !plan) return;
  const isNew = known.state !== 'done';
  const again = !isNew || step.attempt > 1;
  let page = known;
  let cached: CachedMarkdown | undefined;
  if (isNew) {
    page = await take(needs, known, step.fence);
    const begun = appendProgress(needs, generation, { page: page.title });
    const written = await writePage(needs, { generation, plan, page }, step.signal);
    await begun;
    cached = written.cached;
    page = await finish(needs, page, written.row);
  } else if (known.error === null) {
    // Whoever wrote it died before it was kept; the answer is in store.
    ({ cached } = await writePage(needs, { generation, plan, page }, step.signal));
  }
  await Promise.all([
    cached && keepPage(needs, generation, page, cached),
    tellPage(needs, generation, page, isNew),
    passToken(needs, id, position, again),
  ]);
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
