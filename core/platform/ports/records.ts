export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'json';

export interface Column {
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Written when a new row does not name the column; undefined: the column must be given. */
  readonly initial?: unknown;
}

export interface Index {
  /** Columns that a query must give exactly; may be empty. */
  readonly equal: readonly string[];
  /** The column that orders the matches and takes prefix and range. */
  readonly order: string;
  /** Further columns that the index holds: in the cloud, conditions on these and on the others of
   * the index read no rows. */
  readonly carries?: readonly string[];
}

/** A record type as data, made by table(). `Row` is the shape of one record. */
export interface Table<Row extends object = Record<string, unknown>> {
  readonly name: string;
  /** Raised with each change of shape; rows of older versions pass through `upgrades`. */
  readonly version: number;
  readonly key: readonly (keyof Row & string)[];
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns of which no two rows hold the same non-null value. */
  readonly unique: readonly (keyof Row & string)[];
  readonly indexes: Readonly<Record<string, Index>>;
  /** Partitions over which the cloud spreads each group of index entries: one takes about 500
   * writes a second. Never changed for a table that has rows. */
  readonly shards: number;
  /** Columns that `contains` may search. */
  readonly searchable: readonly (keyof Row & string)[];
  /** The column (text, an ISO time in UTC, or null for never) from which on a row is absent for every
   * call. The storage removes it later. Such a row takes at most 300,000 bytes. */
  readonly expires: (keyof Row & string) | undefined;
  /** upgrades[2] turns a row of version 1 into one of version 2. */
  readonly upgrades: Readonly<
    Record<number, (row: Record<string, unknown>) => Record<string, unknown>>
  >;
  /** Checks and completes a whole row; throws Failure('invalid') naming the column. */
  parse(row: unknown): Row;
}

/** A row as stored: `version` starts at 1 and grows by 1 with every write of the row. */
export type Stored<Row> = Row & { readonly version: number };

export type Key = Readonly<Record<string, string | number>>;

/** Values the stored row must hold for the write to happen; `version` may be among them. */
export type Expect<Row> = Partial<Stored<Row>>;

export interface Query<Row> {
  /** A name from table.indexes; absent: the primary key, whose leading columns `where` gives. */
  readonly index?: string;
  /** Exact values for all of the index's equal columns. */
  readonly where?: Partial<Row>;
  /** The order column (text) begins with this. */
  readonly prefix?: string;
  /** Inclusive bounds of the order column. */
  readonly from?: string | number;
  readonly to?: string | number;
  /** Further exact conditions on any column, applied to what the index yields. */
  readonly filter?: Partial<Row>;
  /** Rows in which any of the (searchable) columns contains the text, whatever its case. */
  readonly contains?: { readonly columns: readonly (keyof Row & string)[]; readonly text: string };
  readonly order?: 'ascending' | 'descending';
  /** Default 100, at most 10,000. */
  readonly limit?: number;
  /** Matches to leave out from the start. With a cursor it counts for nothing: the page before
   * has done it. */
  readonly offset?: number;
  /** From an earlier page of the same query (limit, offset and total may differ). Any other is
   * Failure('invalid', 'bad_cursor'). */
  readonly cursor?: string;
  /** Count all matches, not only this page's. */
  readonly total?: boolean;
}

export interface Page<Row> {
  readonly rows: readonly Stored<Row>[];
  /** Present when more rows follow. */
  readonly cursor?: string;
  /** Exact; present when the query asked for it. */
  readonly total?: number;
}

/**
 * Small structured records. Atomic per row, durable before the promise resolves; every read,
 * `list` included, sees every write that was acknowledged before the read began. What spans
 * rows is written by its use case as steps that may be repeated.
 *
 * Text compares by code point, null sorts first. A key's columns together take at most 600
 * bytes, an order column 400 (the characters U+0000 to U+0002 and the last two of Unicode count
 * one more); longer is Failure('invalid', 'key_too_long'). A row may be of any
 * size up to 16 MiB, beyond: Failure('too-large', 'row_too_large').
 */
export interface Records {
  /** Absent: undefined. */
  get<Row extends object>(table: Table<Row>, key: Key): Promise<Stored<Row> | undefined>;

  /**
   * Writes a new row. Repeated, or the key is taken: Failure('conflict', 'exists'); a unique
   * column's value is held by another row: Failure('conflict', 'not_unique'). Of racing inserts
   * exactly one succeeds. Columns with an initial value may be left out.
   */
  insert<Row extends object>(table: Table<Row>, row: Partial<Row>): Promise<Stored<Row>>;

  /**
   * Writes only the given columns, making the row when it is absent (then every column without
   * an initial value must be given). Repeated: the same content, a higher version. Unique
   * columns hold as in insert.
   */
  put<Row extends object>(table: Table<Row>, row: Partial<Row>): Promise<Stored<Row>>;

  /**
   * Changes the given columns when the row holds all of `expect`; another key among them is
   * 'invalid'. Absent: Failure('missing', 'no_row'). Holds something else: Failure('conflict', 'changed').
   */
  update<Row extends object>(
    table: Table<Row>,
    key: Key,
    changes: Partial<Row>,
    expect?: Expect<Row>,
  ): Promise<Stored<Row>>;

  /** True when a row was removed. Absent: false. Holds something else: as update. */
  delete<Row extends object>(table: Table<Row>, key: Key, expect?: Expect<Row>): Promise<boolean>;

  /** Exact on both homes: order, offset, total and cursor. No match: an empty page. What the
   * table does not declare (index, columns, a searchable column) is Failure('invalid',
   * 'bad_query'). */
  list<Row extends object>(table: Table<Row>, query?: Query<Row>): Promise<Page<Row>>;

  /**
   * Adds to an integer column and returns the new value; 100 racing calls add 100. Absent row:
   * Failure('missing', 'no_row'). A repeated call adds again.
   */
  increment<Row extends object>(
    table: Table<Row>,
    key: Key,
    column: keyof Row & string,
    by: number,
  ): Promise<number>;

  /** The next integer of a named sequence: 1, 2, 3 …; never given twice, gaps are possible. */
  nextId(sequence: string): Promise<number>;

  /** Another one after every write of any row, for who keeps what was made of rows: what was read
   * after one was taken is still right while it is the same. Undefined: this home cannot tell. */
  stamp(): Promise<string | undefined>;

  /** What storage does in portions, for a schedule: removes expired rows, and in the cloud gives the
   * rows of earlier versions their entries in new indexes. Until that is done, queries of such an
   * index read the whole table. Repeated: the next portion. */
  maintain(tables: readonly Omit<Table, 'parse'>[]): Promise<void>;

  /** Finishes accepted writes and lets go of files and connections. Repeated: nothing. */
  close(): Promise<void>;
}
