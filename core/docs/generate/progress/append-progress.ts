import type { Platform } from '#core/platform/ports/platform.ts';
import { progressFeed, type Progress } from '../../progress.ts';
import type { Held } from '#core/runs/hold.ts';
import type { Generation, Stage } from '../../tables.ts';

/** Appends the state of the generation to its feed, once for each title of a page that was just begun
 * or finished. */
export async function appendProgress(
  { feed, clock }: Pick<Platform, 'feed' | 'clock'>,
  generation: Generation,
  pages: readonly string[] = [],
): Promise<void> {
  const now = clock.now();
  const { id, status, stage, started_at } = generation;
  const entry = (page: string | null): Progress => ({
    at: now.toISOString(),
    stage: stage ?? 'queued',
    pages_done: generation.pages,
    pages_total: generation.planned_pages,
    page,
    elapsed_seconds: Math.max(0, now.getTime() - new Date(started_at).getTime()) / 1_000,
    input_tokens: generation.input_tokens,
    output_tokens: generation.output_tokens,
    cost_usd: generation.cost_usd,
    ended: status === 'generating' ? null : status,
    message: generation.error_message,
  });
  const entries = pages.length === 0 ? [entry(null)] : pages.map(entry);
  await feed.append(
    progressFeed(id),
    entries.map((each) => JSON.stringify(each)),
  );
}

/** Writes the stage to the generation's row and its feed. */
export async function enterStage(
  needs: Pick<Platform, 'feed' | 'clock'>,
  lease: Held<Generation>,
  stage: Stage,
  changes: Partial<Generation> = {},
): Promise<void> {
  await lease.write({ ...changes, stage });
  await appendProgress(needs, lease.row());
}
