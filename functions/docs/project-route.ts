import * as z from 'zod/mini';

/** What every route about one project is told: its name, and whose it is where that is not plain. */
export const projectParams = z.object({ name: z.string() });
export const ownerQuery = z.object({ owner: z.optional(z.string()) });

/** What a form has done, for the page that says it. */
export const doneQuery = z.object({ done: z.optional(z.string()), who: z.optional(z.string()) });
