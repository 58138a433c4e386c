import type { Platform } from '../../platform/ports.ts';
import { progressFeed, type Progress } from '../progress.ts';
import type { Generation } from '../tables.ts';

/** Tells whoever watches where the generation stands. `page` is the title of the page at hand. */
export async function appendProgress(
  { feed, clock }: Pick<Platform, 'feed' | 'clock'>,
  generation: Generation,
  { done = generation.pages, page = null }: { done?: number; page?: string | null } = {},
): Promise<void> {
  const now = clock.now();
  const { id, status, stage, started_at } = generation;
  const entry: Progress = {
    at: now.toISOString(),
    stage: stage ?? 'queued',
    pages_done: done,
    pages_total: generation.planned_pages,
    page,
    elapsed_seconds: Math.max(0, now.getTime() - new Date(started_at).getTime()) / 1_000,
    input_tokens: generation.input_tokens,
    output_tokens: generation.output_tokens,
    cost_usd: generation.cost_usd,
    ended: status === 'generating' ? null : status,
    message: generation.error_message,
  };
  await feed.append(progressFeed(id), [JSON.stringify(entry)]);
}
