import * as z from 'zod/mini';

/** Name and owner of a project; the owner is only needed where several users have the name. */
export const projectParams = z.object({ name: z.string() });
export const ownerQuery = z.object({ owner: z.optional(z.string()) });

/** Why a site cannot be read by a program. */
export const siteReaderReplies = {
  401: { description: 'Not signed in' },
  404: { description: 'No such site or page, or you cannot read it' },
};

/** What a form has done, for the notice on the next page. */
export const doneQuery = z.object({ done: z.optional(z.string()), who: z.optional(z.string()) });
