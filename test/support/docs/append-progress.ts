import { progressFeed, type Progress } from '#core/docs/progress.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

/** Appends the progress that a step of a generation reports. */
export async function appendProgress(
  { feed, clock }: Pick<Platform, 'feed' | 'clock'>,
  generation: string,
  changes: Partial<Progress> = {},
): Promise<void> {
  const entry: Progress = {
    ...{ at: clock.now().toISOString(), stage: 'planning', pages_done: 0, pages_total: 0 },
    ...{ page: null, elapsed_seconds: 0, input_tokens: null, output_tokens: null },
    ...{ cost_usd: null, ended: null, message: null, ...changes },
  };
  await feed.append(progressFeed(generation), [JSON.stringify(entry)]);
}
