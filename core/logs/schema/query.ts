import * as z from 'zod/mini';

/** Text of a query; empty: not given. */
const text = z.optional(
  z.pipe(
    z.string(),
    z.transform((value) => (value.trim() === '' ? undefined : value)),
  ),
);

/** The same for a whole number. The message says `shown`, if more has an error of its own. */
export function whole(least: number, most: number, shown = most) {
  const isValid = (value: string) =>
    value === '' || (/^\d{1,16}$/.test(value) && Number(value) >= least && Number(value) <= most);
  const message = `must be a whole number from ${least} to ${shown}`;
  return z.optional(
    z.pipe(
      z.string().check(z.refine(isValid, message)),
      z.transform((value) => (value === '' ? undefined : Number(value))),
    ),
  );
}

export function wholeOr(initial: number, least: number, most: number, shown = most) {
  return z.pipe(
    whole(least, most, shown),
    z.transform((value) => value ?? initial),
  );
}

const values = {
  hook_id: text,
  pr_number: whole(1, 999_999_999),
  /** The full name or the short one. */
  repository: text,
  event_type: text,
  scm_user: text,
  level: text,
  /** Any part of the message, without regard to case. */
  search: text,
};

export const valueNames = Object.keys(values) as (keyof typeof values)[];

/** The filters of every search. `not_…` leaves out the entries with this value. */
export const filters = {
  ...values,
  not_hook_id: text,
  not_pr_number: values.pr_number,
  not_repository: text,
  not_event_type: text,
  not_scm_user: text,
  not_level: text,
  not_search: text,
  /** ISO 8601, inclusive; without an offset UTC. */
  start_time: text,
  end_time: text,
  /** All of these in one line: `repo:acme/mobile level:error "timed out"`. */
  q: text,
};

export const filterQuery = z.object(filters);
export type Filters = z.output<typeof filterQuery>;

export const cursor = whole(0, Number.MAX_SAFE_INTEGER);
export const pageOffset = wholeOr(0, 0, Number.MAX_SAFE_INTEGER);

export const entriesQuery = z.object({
  ...filters,
  limit: wholeOr(100, 1, 10_000),
  offset: pageOffset,
  after: cursor,
  /** Milliseconds after which a search may stop early and say so. */
  budget_ms: whole(1, 60_000),
});

export const maxExported = 50_000;

export const exportLinesQuery = z.object({
  ...filters,
  // Above the cap the answer is 413, not 422.
  limit: wholeOr(10_000, 1, Number.MAX_SAFE_INTEGER, maxExported),
});

export const exportQuery = z.object({
  ...exportLinesQuery.shape,
  format_type: z._default(z.string().check(z.regex(/^json$/)), 'json'),
});

export const streamQuery = z.object({ ...filters, after: cursor, together: text });

export const aroundQuery = z.object({
  ...filters,
  cursor: z.pipe(
    z.string().check(z.regex(/^\d{1,16}$/, 'must be the cursor of an entry')),
    z.transform(Number),
  ),
  before: wholeOr(20, 0, 500),
  after: wholeOr(20, 0, 500),
});

export const histogramQuery = z.object({ ...filters, buckets: wholeOr(60, 1, 400) });
