import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { ProjectKey } from '#core/docs/project-files.ts';
import { listGenerations } from '#core/docs/store.ts';
import type { Generation } from '#core/docs/tables.ts';

const text = z.nullable(z.string());
const count = z.nullable(z.int());

/** A generation as callers see it. */
export const generationEntry = z.object({
  id: z.string(),
  status: z.string(),
  commit_sha: text,
  error_message: text,
  ai_provider: z.string(),
  ai_model: z.string(),
  /** Null: the provider's own program. */
  writer: text,
  branch: text,
  force: z.boolean(),
  started_at: z.string(),
  ended_at: text,
  pages: z.int(),
  reused_pages: z.int(),
  error_pages: z.int(),
  input_tokens: count,
  output_tokens: count,
  cost_usd: z.nullable(z.number()),
  report: z.nullable(z.unknown()),
});

export type GenerationEntry = z.output<typeof generationEntry>;

/** The latest first. */
export async function historyOf(
  needs: Pick<Platform, 'records'>,
  project: ProjectKey,
): Promise<GenerationEntry[]> {
  const rows = await listGenerations(needs, project);
  return rows.map(entryOf);
}

/** The schema drops what is the machinery's own. */
export function entryOf(row: Generation): GenerationEntry {
  return generationEntry.parse(row);
}
