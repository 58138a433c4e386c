import * as z from 'zod/mini';

/** A place in XML for new children of an element. */
export const place = z.object({
  /** In UTF-16 units from the start. */
  offset: z.int(),
  /** With its colon, such as `j:`; the new elements take it too. */
  prefix: z.string(),
  /** Set when the element has a list of properties already: the offset before its end tag. */
  propertiesEnd: z.optional(z.int()),
});
export type Place = z.output<typeof place>;
