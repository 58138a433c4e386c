import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aiCalls, uploads } from '#core/analysis/base/tables/tables.ts';
import { table } from '#core/platform/table.ts';
import {
  declaredTables,
  readFixture,
  type Versions,
  versionsFile,
} from '#test/support/declared-tables.ts';

it('a table whose columns changed has another version: a database of before opens (R8)', async () => {
  const versions = readFixture<Versions>(versionsFile);
  const tables = await declaredTables();
  expect(tables.length).toBeGreaterThan(20);
  for (const { name, version, columns } of tables) {
    const types = Object.fromEntries(
      Object.entries(columns).map(([column, { type }]) => [column, type]),
    );
    // A new version is added to the file; one that is there never changes.
    expect({ [`${name} ${version}`]: versions[name]?.[version] }).toEqual({
      [`${name} ${version}`]: types,
    });
    expect(Object.keys(versions[name] ?? {}).map(Number)).not.toContain(version + 1);
  }
});

it('a row with a value that its column does not take is refused', () => {
  const upload = { id: 'a', kind: 'upload' as const, created_at: '2026-01-31T08:00:00.000Z' };
  expect(uploads.parse(upload)).toEqual(upload);
  expect(() => uploads.parse({ ...upload, kind: 'other' })).toThrow('analysis_uploads.kind: ');
  const texts = { job_id: 'j', id: 'c', ai_provider: 'p', ai_model: '', called_at: '' };
  const call = { ...texts, input_tokens: null, output_tokens: 1, cost_usd: 0.5 };
  expect(aiCalls.parse(call)).toEqual(call);
  for (const wrong of [{ cost_usd: Number.NaN }, { output_tokens: 2 ** 53 }, { id: null }]) {
    const [column = ''] = Object.keys(wrong);
    expect(() => aiCalls.parse({ ...call, ...wrong })).toThrow(`analysis_ai_calls.${column}: `);
  }
  const text = z.nullable(z.string()).check(z.refine((value) => value !== 'no'));
  const notes = table({ name: 'notes', version: 1, columns: z.object({ text }), key: ['text'] });
  expect(() => notes.parse({ text: 'no' })).toThrow('notes.text: ');
});

it('what another version has stored in a column does not refuse a change of others (R8)', () => {
  const stored = { id: 'a', kind: 'older', created_at: '2026-01-31T08:00:00.000Z' };
  const changed = { ...stored, created_at: '2026-02-01T08:00:00.000Z' };
  expect(uploads.parse(changed, stored)).toEqual(changed);
});

it('a table is declared as both homes can store it', async () => {
  for (const {
    name,
    key,
    columns,
    unique,
    indexes,
    searchable,
    expires,
  } of await declaredTables()) {
    const orders = Object.values(indexes).map(({ order }) => order);
    const groups = Object.values(indexes).flatMap(({ equal }) => equal);
    const problems = [
      ...[name, ...Object.keys(columns)].filter((one) => !/^[a-z][a-z0-9_]{0,60}$/.test(one)),
      // The stored row has one of its own.
      ...Object.keys(columns).filter((column) => column === 'version'),
      ...[...key, ...orders].filter((column) => columns[column]?.nullable !== false),
      ...[...key, ...orders, ...groups, ...unique].filter(
        (column) => (columns[column]?.type ?? 'json') === 'json',
      ),
      ...[...searchable, ...(expires === undefined ? [] : [expires])].filter(
        (column) => columns[column]?.type !== 'text',
      ),
      // The cloud removes expired rows without a transaction.
      ...Object.values(indexes).filter(({ isCounted }) => isCounted && expires !== undefined),
    ];
    expect({ name, problems }).toEqual({ name, problems: [] });
    expect(key).not.toEqual([]);
  }
});

it('a version of a table only adds columns: programs of the version before read its rows (R8)', () => {
  for (const [name, shapes] of Object.entries(readFixture<Versions>(versionsFile))) {
    const inOrder = Object.keys(shapes).toSorted((one, other) => Number(one) - Number(other));
    for (const [at, version] of inOrder.entries()) {
      const before = at === 0 ? undefined : shapes[inOrder[at - 1] ?? ''];
      expect({ [`${name} ${version}`]: shapes[version] }).toMatchObject({
        [`${name} ${version}`]: before ?? {},
      });
    }
  }
});

/** Programs of the version before refuse a row with a value that they do not know: a value is added to
 * the schema, and to this file, one release before anything writes it. */
it('columns with a choice store what the last release knows (R8)', async () => {
  const choices: Record<string, Record<string, readonly string[]>> = {};
  for (const { name, columns } of await declaredTables()) {
    for (const [column, { values }] of Object.entries(columns)) {
      if (values) choices[name] = { ...choices[name], [column]: values };
    }
  }
  expect(choices).toEqual(readFixture('test/fixtures/table-choices.json'));
});
