// In a process beside the server: a list that reads many rows.
import { openReader } from '../database/connect.ts';
import type { AnyTable, Row } from '../../rules/records/any-table.ts';
import type { Page, Query } from '../../../ports/records.ts';
import { listRows } from './list.ts';

export interface ListAside {
  readonly file: string;
  /** Without functions, which do not travel. */
  readonly table: Omit<AnyTable, 'parse' | 'upgrades'>;
  readonly query: Query<Row>;
  readonly now: Date;
}

export default function listAside({ file, table, query, now }: ListAside): Page<Row> {
  using reader = openReader(file);
  return listRows(reader.sql, table as AnyTable, query, now);
}
