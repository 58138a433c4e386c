import type { Sql } from '../database/statements.ts';
import type { AnyTable } from '../../rules/records/any-table.ts';
import { columnDefinition, quote } from './shape.ts';

export function createTable(sql: Sql, table: AnyTable, name: string) {
  const columns = Object.entries(table.columns).map(([column, shape]) =>
    columnDefinition(column, shape),
  );
  columns.push('"version" INTEGER NOT NULL', `PRIMARY KEY (${table.key.map(quote).join(', ')})`);
  sql.execute(`CREATE TABLE ${quote(name)} (${columns.join(', ')}) STRICT`);
}

/** Each holds the key after its own columns, so that ties come out in the key's order unsorted. */
export function indexesOf(table: AnyTable): string[] {
  const on = (name: string, columns: readonly string[]) =>
    `INDEX ${quote(`${table.name}__${name}`)} ON ${quote(table.name)} (${columns.map(quote).join(', ')})`;
  return [
    ...table.unique.map((column) => `CREATE UNIQUE ${on(`unique_${column}`, [column])}`),
    ...Object.entries(table.indexes).map(
      ([name, { equal, order }]) =>
        `CREATE ${on(name, [...new Set([...equal, order, ...table.key])])}`,
    ),
    ...(table.expires === undefined ? [] : [`CREATE ${on('expires', [table.expires])}`]),
  ].sort();
}

/** The text of the indexes that there are; those of the primary key have none. */
export function storedIndexes(sql: Sql, table: AnyTable): string[] {
  return indexRows(sql, table)
    .map((row) => String(row['sql']))
    .sort();
}

export function dropIndexes(sql: Sql, table: AnyTable) {
  for (const { name } of indexRows(sql, table)) sql.execute(`DROP INDEX ${quote(String(name))}`);
}

function indexRows(sql: Sql, table: AnyTable) {
  return sql
    .statement(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql > ''",
    )
    .all(table.name);
}
