import * as z from 'zod/mini';

/** One entry of a generation's feed, as JSON text. The last one has `ended`. */
export const progressSchema = z.object({
  at: z.string(),
  stage: z.enum(['queued', 'cloning', 'planning', 'generating_pages', 'rendering', 'up_to_date']),
  pages_done: z.int(),
  pages_total: z.int(),
  /** The title of the page that was begun or finished last. */
  page: z.nullable(z.string()),
  elapsed_seconds: z.number(),
  input_tokens: z.nullable(z.int()),
  output_tokens: z.nullable(z.int()),
  cost_usd: z.nullable(z.number()),
  ended: z.nullable(z.enum(['ready', 'error'])),
  message: z.nullable(z.string()),
});

export type Progress = z.output<typeof progressSchema>;

export function progressFeed(generation: string): string {
  return `docs-${generation}`;
}
