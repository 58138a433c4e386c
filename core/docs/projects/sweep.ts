import { dayMilliseconds } from '#core/platform/ports/clock.ts';
import { forgetAnswers } from '#core/ai/answers.ts';
import { allRows } from '#core/platform/all-rows.ts';
import { isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { interrupted } from '../generate/end.ts';
import { generations, projects } from '../tables.ts';
import { finishRemovals } from './delete-project.ts';
import { startQueued } from '../generate/start-queued.ts';
import type { GenerateNeeds } from '../generate/generate.ts';
import { generationRun } from '../generate/generation-run.ts';
import { forgetGenerations } from '../generate/tidy.ts';
import { tidyRuns } from '#core/runs/tidy-runs.ts';

const answerDays = 30;
const generationDays = 90;
/** A removal has ended by then, or its process has died. */
const removalMilliseconds = 300_000;

/** Removes AI answers that are no longer asked for, old history and
 * what generations and removals that died have left. */
export async function sweepDocs(platform: GenerateNeeds & Pick<Platform, 'trees'>): Promise<void> {
  const { blobs, clock, log } = platform;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMilliseconds);
  const answers = await forgetAnswers({ blobs }, daysAgo(answerDays));
  const trees = await tidyRuns(platform, generationRun);
  const generations = await forgetGenerations(platform, daysAgo(generationDays));
  const { orphans, queued } = await sweepProjects(platform);
  const unfinished = new Date(clock.now().getTime() - removalMilliseconds);
  const removals = await finishRemovals(platform, unfinished);
  const swept = { answers, trees, generations, orphans, queued, removals };
  if (Object.values(swept).some((count) => count > 0)) log('INFO', 'swept', swept);
}

/** Ends projects that say `generating` while there is no such generation, as after a restored backup:
 * no step would ever free them. Begins queued generations whose process died between two. */
async function sweepProjects(
  needs: GenerateNeeds,
): Promise<{ readonly orphans: number; readonly queued: number }> {
  const { records, clock } = needs;
  let orphans = 0;
  let queued = 0;
  for await (const rows of allRows(needs, projects, { index: 'by_change' })) {
    for (const project of rows) {
      const { owner, name, generation, status } = project;
      if (status !== 'generating') {
        if (!project.queued) continue;
        await startQueued(needs, project);
        queued += 1;
        continue;
      }
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
      const update = records.update(projects, { owner, name }, changes, { generation, status });
      if (await isWritten(update)) orphans += 1;
    }
  }
  return { orphans, queued };
}
