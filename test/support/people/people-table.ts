import * as z from 'zod/mini';
import { table } from '#core/platform/table.ts';

/** A table with a column of every kind, for the contract suites and benchmarks. */
export const people = table({
  name: 'people',
  version: 1,
  columns: z.object({
    id: z.string(),
    team: z.string(),
    name: z._default(z.string(), ''),
    email: z.nullable(z.string()),
    age: z._default(z.int(), 0),
    score: z._default(z.number(), 0),
    active: z._default(z.boolean(), true),
    tags: z._default(z.array(z.string()), []),
    joined_at: z._default(z.string(), ''),
    extra: z.nullable(z.record(z.string(), z.unknown())),
    /** In no index, so it may be long. */
    note: z.nullable(z.string()),
  }),
  key: ['id'],
  unique: ['email'],
  indexes: {
    by_team: { equal: ['team'], order: 'name', isCounted: true },
    by_age: { equal: [], order: 'age', isCounted: true },
    by_score: { equal: [], order: 'score', isShort: true },
    by_joined: { equal: ['team', 'active'], order: 'joined_at' },
  },
  searchable: ['name', 'email'],
});

/** A key of several columns, one of them a number, and two unique columns. */
export const visits = table({
  name: 'visits',
  version: 1,
  columns: z.object({
    place: z.string(),
    day: z.int(),
    visitor: z.string(),
    badge: z.nullable(z.string()),
    locker: z.nullable(z.int()),
  }),
  key: ['place', 'day', 'visitor'],
  unique: ['badge', 'locker'],
  indexes: { by_visitor: { equal: ['visitor'], order: 'day', isShort: true } },
});
