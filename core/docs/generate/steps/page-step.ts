import { planOf } from '../../plan.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { laneStep } from '#core/runs/lane-step.ts';
import type { Step, Stepped, StepRun } from '#core/runs/step.ts';
import { generations, type Generation, type GenerationPage } from '../../tables.ts';
import { keepPage } from '../pages/page-cache.ts';
import { writePage, type Written } from '../pages/write-page.ts';
import { appendProgress } from '../progress/append-progress.ts';
import { generationRun } from '../generation-run.ts';

type Needs = Pick<
  Platform,
  | ('records' | 'queue' | 'feed' | 'blobs' | 'clock' | 'log' | 'trees' | 'ai')
  | ('environment' | 'home' | 'templates' | 'git')
>;

/** A page that takes less is not shown as begun: it would only flicker. */
const shownMilliseconds = 200;

/** Writes pages, one after the other. */
export function pageStep(needs: Needs, run: StepRun & { readonly lane: number }): Promise<Stepped> {
  return laneStep(needs, generationRun, run, async (step, page) => {
    const { row, cached } = await write(needs, step, page);
    if (!cached) return { changes: row };
    // An earlier attempt stored it: by now it may be in the cache, and would count as reused.
    const isStored = page.markdown !== null;
    const keep = () => keepPage(needs, step.row, page, cached);
    return { changes: isStored ? {} : row, keep };
  });
}

async function write(
  needs: Needs,
  { row, signal, began }: Step<Generation>,
  page: GenerationPage,
): Promise<Written> {
  const plan = planOf(row);
  if (!plan) throw new Failure('unavailable', 'no_plan', 'The generation has no plan');
  const over = new AbortController();
  const notice = reportStart(needs, row.id, page.title, over.signal);
  // Awaited below; until then an unhandled rejection would end the process.
  notice.catch(() => undefined);
  const task = { generation: row, plan, page, began, isPaid: page.markdown !== null };
  const result = await writePage(needs, task, signal).finally(() => over.abort());
  await notice;
  return result;
}

/** Shows which page is being written. */
async function reportStart(
  needs: Pick<Needs, 'records' | 'feed' | 'clock'>,
  id: string,
  title: string,
  signal: AbortSignal,
): Promise<void> {
  await needs.clock.sleep(shownMilliseconds, signal);
  if (signal.aborted) return;
  const generation = await needs.records.get(generations, { id });
  if (generation) await appendProgress(needs, generation, [title]);
}
