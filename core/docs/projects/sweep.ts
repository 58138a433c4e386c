import { forgetAnswers } from '#core/ai/answers.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { finishRemovals } from './delete-project.ts';
import { endOrphans } from '#core/docs/generate/end-orphans.ts';
import { startForgotten } from '#core/docs/generate/start-queued.ts';
import type { GenerateNeeds } from '#core/docs/generate/generate.ts';
import { forgetGenerations, tidyTrees } from '#core/docs/generate/forget.ts';

const answerDays = 30;
const generationDays = 90;
/** A removal has ended by then, or its process has died. */
const removalMilliseconds = 300_000;

/** Removes AI answers that are no longer asked for, old history and
 * what generations and removals that died have left. */
export async function sweepDocs(platform: GenerateNeeds & Pick<Platform, 'trees'>): Promise<void> {
  const { blobs, clock, log } = platform;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  const answers = await forgetAnswers({ blobs }, daysAgo(answerDays));
  const trees = await tidyTrees(platform);
  const generations = await forgetGenerations(platform, daysAgo(generationDays));
  const orphans = await endOrphans(platform);
  const queued = await startForgotten(platform);
  const unfinished = new Date(clock.now().getTime() - removalMilliseconds);
  const removals = await finishRemovals(platform, unfinished);
  const swept = { answers, trees, generations, orphans, queued, removals };
  if (Object.values(swept).some((count) => count > 0)) log('INFO', 'swept', swept);
}
