import * as z from 'zod';
import { table } from '#core/platform/table.ts';

/** A table with one of everything, for the contract suites and benchmarks. */
export const people = table({
  name: 'people',
  version: 1,
  columns: z.object({
    id: z.string(),
    team: z.string(),
    name: z.string().default(''),
    email: z.string().nullable(),
    age: z.int().default(0),
    score: z.number().default(0),
    active: z.boolean().default(true),
    tags: z.array(z.string()).default([]),
    joined_at: z.string().nullable(),
    /** In no index, so it may be long. */
    note: z.string().nullable(),
  }),
  key: ['id'],
  unique: ['email'],
  indexes: {
    by_team: { equal: ['team'], order: 'name' },
    by_age: { equal: [], order: 'age' },
    by_score: { equal: [], order: 'score' },
    by_joined: { equal: ['team', 'active'], order: 'joined_at' },
  },
  searchable: ['name', 'email'],
});

/** A key of several columns, a number among them, and two unique columns. */
export const visits = table({
  name: 'visits',
  version: 1,
  columns: z.object({
    place: z.string(),
    day: z.int(),
    visitor: z.string(),
    badge: z.string().nullable(),
    locker: z.int().nullable(),
  }),
  key: ['place', 'day', 'visitor'],
  unique: ['badge', 'locker'],
  indexes: { by_visitor: { equal: ['visitor'], order: 'day' } },
});
