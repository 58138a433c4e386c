import * as z from 'zod/mini';

// The queues of a generation. Each message is one bounded step that may be repeated.

export const planQueue = 'docs-plan';
export const pageQueue = 'docs-page';
export const renderQueue = 'docs-render';

/** For planning and rendering. */
export const generationMessage = z.object({ generation: z.string() });

export const pageMessage = z.object({
  generation: z.string(),
  /** The page's place in the plan, from 0. */
  page: z.int(),
});

export type GenerationMessage = z.output<typeof generationMessage>;
export type PageMessage = z.output<typeof pageMessage>;
