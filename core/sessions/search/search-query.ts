import * as z from 'zod/mini';

const wrongLimit = 'must be a whole number from 1 to 500';

export function limited(initial: number) {
  return z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/, wrongLimit)),
      z.pipe(z.transform(Number), z.number().check(z.gte(1, wrongLimit), z.lte(500, wrongLimit))),
    ),
    initial,
  );
}

export const wrongDate = 'must be a date such as 2026-01-31';
const day = /^\d{4}-\d\d-\d\d/;

/** Forms send empty fields: an empty date is none. A day means its first or last moment, in UTC. */
function moment(rest: string) {
  return z.optional(
    z.pipe(
      z.string(),
      z.transform((text, context) => {
        if (text === '') return undefined;
        const [date] = day.exec(text) ?? [];
        const time = Date.parse(date === text ? `${text}${rest}` : text);
        // Date.parse() takes 31 February for 3 March.
        const isReal = date === undefined || z.iso.date().safeParse(date).success;
        if (isReal && !Number.isNaN(time)) return time;
        context.issues.push({ code: 'custom', message: wrongDate, input: text });
        return z.NEVER;
      }),
    ),
  );
}

export const filters = {
  project: z.optional(z.string()),
  from: moment('T00:00:00.000Z'),
  to: moment('T23:59:59.999Z'),
};

const q = z.string('must be given').check(z.minLength(1, 'must not be empty'));

/** The query of the three searches. */
export const searchQuery = z.object({
  q,
  limit: limited(50),
  order: z._default(z.enum(['newest', 'file']), 'newest'),
  /** Masks what looks like a secret before texts are cut. */
  redact: z.optional(z.enum(['true', 'false'])),
  ...filters,
});
export type SearchQuery = z.output<typeof searchQuery>;

export const messageQuery = z.extend(searchQuery, {
  /** Only messages of a person, or of a model. */
  role: z.optional(z.enum(['user', 'assistant'])),
  /** Searches what tools were asked and answered too. */
  tools: z.optional(z.enum(['true', 'false'])),
});
export type MessageQuery = z.output<typeof messageQuery>;

const wrongOffset = 'must be a whole number from 0';

export const skipped = z._default(
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/, wrongOffset)), z.transform(Number)),
  0,
);
