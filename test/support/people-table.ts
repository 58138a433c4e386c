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
  }),
  key: ['id'],
  unique: ['email'],
  indexes: {
    by_team: { equal: ['team'], order: 'name' },
    by_age: { equal: [], order: 'age' },
    by_joined: { equal: ['team', 'active'], order: 'joined_at' },
  },
  searchable: ['name', 'email'],
});
