import type { Platform } from '#core/platform/ports/platform.ts';
import type { RunType } from '#core/runs/run-type.ts';
import {
  generationPages,
  generations,
  projects,
  type Generation,
  type GenerationPage,
} from '../tables.ts';
import { appendProgress } from './progress/append-progress.ts';
import type { GenerateNeeds } from './generate.ts';
import { completeHistory, endGeneration, interrupted } from './end.ts';
import { pageQueue, pagesAtOnce, planQueue, renderQueue } from './messages.ts';
import { tidyGeneration } from './tidy.ts';
import { sumUsage } from './asking/usage.ts';

type Needs = GenerateNeeds & Pick<Platform, 'trees'>;

/** Plan, pages and rendering are the steps of a run. */
export const generationRun: RunType<Generation, GenerationPage, Needs> = {
  name: 'generation',
  runs: generations,
  items: generationPages,
  itemOf: 'generation',
  open: ['generating'],
  queues: { start: planQueue, lane: pageQueue, finish: renderQueue },
  lanes: () => pagesAtOnce,
  interrupted,

  /** The project's record is written first when a generation ends. */
  async isRunning(needs, generation) {
    const { id, owner, name } = generation;
    const project = await needs.records.get(projects, { owner, name });
    if (project?.generation === id && project.status === 'generating') return true;
    await completeHistory(needs, generation);
    return false;
  },

  async fail(needs, { id }, message) {
    await endGeneration(needs, id, { status: 'error', message });
  },

  async tidy(needs, id) {
    await tidyGeneration(needs, id);
    const row = await needs.records.get(generations, { id });
    if (!row) return;
    // Most generations have no successor: what accepts requests is loaded for those that have one.
    const { startQueued } = await import('./start-queued.ts');
    await startQueued(needs, row);
  },

  count: (generation, pages, done) => ({
    pages: Math.max(generation.pages, done),
    ...sumUsage(generation, pages),
  }),

  tell(needs, generation, pages) {
    return appendProgress(
      needs,
      generation,
      pages.map(({ title }) => title),
    );
  },
};
