import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyTable } from '#core/platform/adapters/rules/records/any-table.ts';

const root = resolve(import.meta.dirname, '../..');
export const versionsFile = 'test/fixtures/table-versions.json';

type Columns = Readonly<Record<string, string>>;

/** The columns and types of each version of each table. */
export type Versions = Readonly<Record<string, Readonly<Record<string, Columns>>>>;

export function readFixture<Value>(file: string): Value {
  return JSON.parse(readFileSync(resolve(root, file), 'utf8')) as Value;
}

const isTable = (value: unknown): value is AnyTable =>
  typeof value === 'object' && value !== null && 'parse' in value && 'columns' in value;

export async function declaredTables(): Promise<AnyTable[]> {
  const files = globSync('core/**/*.ts', { cwd: root }).filter((path) =>
    readFileSync(resolve(root, path), 'utf8').includes('= table({'),
  );
  const modules = await Promise.all(
    files.map((path) => import(resolve(root, path)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isTable));
}
