import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { AnyTable } from '#core/platform/adapters/rules/records/any-table.ts';

const root = resolve(import.meta.dirname, '../..');
const file = 'test/fixtures/table-versions.json';

type Columns = Readonly<Record<string, string>>;
type Versions = Readonly<Record<string, Readonly<Record<string, Columns>>>>;

const isTable = (value: unknown): value is AnyTable =>
  typeof value === 'object' && value !== null && 'parse' in value && 'columns' in value;

async function declaredTables(): Promise<AnyTable[]> {
  const files = globSync('core/**/*.ts', { cwd: root }).filter((path) =>
    readFileSync(resolve(root, path), 'utf8').includes('= table({'),
  );
  const modules = await Promise.all(
    files.map((path) => import(resolve(root, path)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isTable));
}

it('a table whose columns changed has another version: a database of before opens (R8)', async () => {
  const versions = JSON.parse(readFileSync(resolve(root, file), 'utf8')) as Versions;
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
    ];
    expect({ name, problems }).toEqual({ name, problems: [] });
    expect(key).not.toEqual([]);
  }
});
