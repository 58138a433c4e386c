import * as z from 'zod/mini';
import { laneMessage, runMessage } from '#core/runs/messages.ts';

export const planQueue = 'docs-plan';
export const pageQueue = 'docs-page';
export const renderQueue = 'docs-render';

/** Pages in work at once in one generation. */
export const pagesAtOnce = 5;

/** What the version before has left in the queues: `page` was a position. */
const older = z.object({ generation: z.string(), page: z._default(z.int(), 0) });

const upgraded = z.transform((message: unknown): unknown => {
  const { data } = older.safeParse(message);
  return data ? { run: data.generation, lane: data.page % pagesAtOnce } : message;
});

/** For planning and rendering. */
export const generationMessage = z.pipe(upgraded, runMessage);
export const pageMessage = z.pipe(upgraded, laneMessage);
