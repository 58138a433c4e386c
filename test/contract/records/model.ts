import fc from '#test/support/property.ts';
import { expect, it } from 'vitest';
import type { Query, Stored } from '#core/platform/ports/records.ts';
import { people } from '#test/support/people/people-table.ts';
import type { OpenRecords, RecordsCapabilities } from '#test/contract/records-suite.ts';

type Person = ReturnType<typeof people.parse>;
type Value = string | number | boolean | null;

const pieces = [
  'a',
  'A',
  'b',
  'É',
  'e\u0301',
  'ﬁ',
  '\uffff',
  '😀',
  '\u0000',
  ' ',
  '#',
  '/',
  '%',
  '_',
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 3 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 4 }).map((value) => value.toWellFormed()),
);
const integer = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.maxSafeInteger());
const real = fc
  .oneof(
    fc.constantFrom(-1.5, -1, -0.1, 0, 0.1, 1, 10, 9, 1e21, -1e21, 1e-7),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  // Stores need not tell the two zeros apart.
  .map((value) => (value === 0 ? 0 : value));
const team = fc.constantFrom('', 'red', 'red#', 'blue');

const person = fc.record({
  id: text,
  team,
  name: text,
  age: integer,
  score: real,
  active: fc.boolean(),
  joined_at: text,
});

const bounds = <T>(value: fc.Arbitrary<T>) =>
  fc.record({ from: value, to: value }, { requiredKeys: [] });
const textual = bounds(text);

const place = fc.oneof(
  // dynalite compares a bound with its own highest one by UTF-16.
  textual.filter(({ from = '' }) => !/^[\ue000-\uffff]/.test(from)),
  fc.tuple(team, textual).map(([value, span]) => ({
    index: 'by_team',
    where: { team: value },
    ...span,
  })),
  bounds(integer).map((span) => ({ index: 'by_age', ...span })),
  bounds(real).map((span) => ({ index: 'by_score', ...span })),
  fc.tuple(team, fc.boolean(), textual).map(([value, active, span]) => ({
    index: 'by_joined',
    where: { team: value, active },
    ...span,
  })),
);

const query = fc
  .tuple(
    place,
    fc.record(
      {
        filter: fc.oneof(fc.record({ active: fc.boolean() }), fc.record({ joined_at: text })),
        contains: text.map((needle) => ({ columns: ['name' as const], text: needle })),
        order: fc.constantFrom('ascending' as const, 'descending' as const),
        offset: fc.nat({ max: 4 }),
      },
      { requiredKeys: [] },
    ),
    fc.integer({ min: 1, max: 8 }),
  )
  .map(([where, rest, limit]): Query<Person> => ({ ...where, ...rest, limit, total: true }));

export function modelCases(open: OpenRecords, { modelRuns = 40 }: RecordsCapabilities) {
  it('gives the same pages as filtering and sorting an array', async () => {
    const world = fc.record({
      rows: fc.uniqueArray(person, { selector: (row) => row.id, maxLength: 30 }),
      queries: fc.array(query, { minLength: 10, maxLength: 10 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ rows, queries }) => {
        const opened = await open();
        const { records } = opened;
        const stored: Stored<Person>[] = [];
        for (const row of rows) stored.push(await records.insert(people, row));
        for (const asked of queries) {
          const matches = naive(stored, asked);
          const start = asked.offset ?? 0;
          const met = matches.slice(0, start);
          let page = await records.list(people, asked);
          for (;;) {
            expect(page.total).toBe(matches.length);
            expect(page.rows).toEqual(matches.slice(met.length, met.length + page.rows.length));
            met.push(...page.rows);
            if (page.cursor === undefined) break;
            expect(page.rows).toHaveLength(asked.limit ?? 0);
            page = await records.list(people, { ...asked, cursor: page.cursor });
          }
          expect(met).toEqual(matches);
        }
      }),
      { numRuns: modelRuns },
    );
  });
}

function naive(rows: readonly Stored<Person>[], asked: Query<Person>): Stored<Person>[] {
  const order = (asked.index ? people.indexes[asked.index]?.order : 'id') as keyof Person;
  // One column may stand in both, with different values: then nothing matches.
  const exact = [asked.where, asked.filter].flatMap((values) => Object.entries(values ?? {})) as [
    keyof Person,
    Value,
  ][];
  const matches = rows.filter((row) => {
    if (!exact.every(([column, value]) => row[column] === value)) return false;
    const value = row[order] as Value;
    if (asked.from !== undefined && compare(value, asked.from) < 0) return false;
    if (asked.to !== undefined && compare(value, asked.to) > 0) return false;
    if (!asked.contains) return true;
    return row.name.toLowerCase().includes(asked.contains.text.toLowerCase());
  });
  matches.sort((a, b) => compare(a[order] as Value, b[order] as Value) || compare(a.id, b.id));
  return asked.order === 'descending' ? matches.reverse() : matches;
}

function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
