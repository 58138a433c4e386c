export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'json';

export interface Column {
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The only texts that it takes; absent: any. */
  readonly values?: readonly string[];
  /** The value of the column in a new row that does not set it. Undefined: the row must set it. */
  readonly initial?: unknown;
}

export interface Index<Name extends string = string> {
  /** Columns that a query must give exactly; may be empty. */
  readonly equal: readonly Name[];
  /** The column that orders the matches and takes a range; never null. */
  readonly order: Name;
  /** Further columns in the index: in the cloud, conditions on the index's columns and
   * listColumns() read no rows. A row has a new one when it is written again. */
  readonly carries?: readonly Name[];
  /** In the cloud, totals without further conditions are those of counters that are written with the
   * rows. For a table that has no rows yet, and whose rows do not expire. */
  readonly isCounted?: boolean;
  /** In a database, the index lacks the key, which spares half of its pages: rows with the same values
   * are sorted when they are read. For many writes, and few such rows. */
  readonly isShort?: boolean;
  /** Nothing asks it. In the cloud it is written for functions of the release before, which run beside
   * newer ones; in a database that release makes it when it starts. */
  readonly isPast?: boolean;
}

/** A record type as data, made by table(). `Row` is the shape of one record. */
export interface Table<Row extends object = Record<string, unknown>> {
  readonly name: string;
  /** Raised with each change of shape, which only adds: rows of older versions have the initial values
   * of new columns. In the cloud a row enters a new index when it is written again. */
  readonly version: number;
  readonly key: readonly (keyof Row & string)[];
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns of which no two rows hold the same non-null value. */
  readonly unique: readonly (keyof Row & string)[];
  readonly indexes: Readonly<Record<string, Index>>;
  /** The number of partitions for each group of index entries in the cloud: one takes about 500
   * writes a second. For a table that has rows it may only grow, and only if programs of the version
   * before do not list it. */
  readonly shards: number;
  /** Columns that `contains` may search. */
  readonly searchable: readonly (keyof Row & string)[];
  /**
   * The column (text, an ISO time in UTC, or null for never) with the expiry of a row. From then on
   * the row is absent for every call; the storage deletes it later. Such a row has at most 300,000
   * bytes.
   */
  readonly expires: (keyof Row & string) | undefined;
  /** Checks and completes a whole row; throws Failure('invalid') naming the column. Values of the row as
   * it is stored were checked when they were written. */
  parse(row: Readonly<Record<string, unknown>>, stored?: Readonly<Record<string, unknown>>): Row;
}

/** A row as stored: `version` starts at 1 and grows by 1 with every write of the row. */
export type Stored<Row> = Row & { readonly version: number };

export type Key = Readonly<Record<string, string | number>>;

/** Values that the stored row must have, or nothing is written; `version` may be among them. */
export type Expect<Row> = Partial<Stored<Row>>;

export interface Query<Row> {
  /** A name from table.indexes; absent: the primary key, whose leading columns `where` gives. */
  readonly index?: string;
  /** Exact values for all of the index's equal columns. */
  readonly where?: Partial<Row>;
  /** Inclusive bounds of the order column. */
  readonly from?: string | number;
  readonly to?: string | number;
  /** Further exact conditions on any column, applied to the rows of the index. */
  readonly filter?: Partial<Row>;
  /** Rows in which one of the (searchable) columns contains the text, case-insensitive. */
  readonly contains?: { readonly columns: readonly (keyof Row & string)[]; readonly text: string };
  readonly order?: 'ascending' | 'descending';
  /** Default 100, at most 10,000. */
  readonly limit?: number;
  /** Matches to skip from the start. Ignored with a cursor: the page before has skipped them. */
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
 * Text compares by code point. A key's columns together take at most 600
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

  /** Inserts the rows whose keys are free, some of them before it fails; a row that is there stays as it
   * is. Repeated: the rest. */
  add<Row extends object>(table: Table<Row>, rows: readonly Partial<Row>[]): Promise<void>;

  /**
   * Writes only the given columns. Creates the row if it is absent (then every column without an
   * initial value must be given). Repeated: the same content, a higher version. Unique columns are
   * checked as in insert.
   */
  put<Row extends object>(table: Table<Row>, row: Partial<Row>): Promise<Stored<Row>>;

  /**
   * Changes the given columns if the row has all values of `expect`; a key column among them is
   * 'invalid'. Absent: Failure('missing', 'no_row'). Other values: Failure('conflict', 'changed').
   */
  update<Row extends object>(
    table: Table<Row>,
    key: Key,
    changes: Partial<Row>,
    expect?: Expect<Row>,
  ): Promise<Stored<Row>>;

  /** True: a row was deleted. Absent: false. Other values: as update. */
  delete<Row extends object>(table: Table<Row>, key: Key, expect?: Expect<Row>): Promise<boolean>;

  /** Exact on both homes: order, offset, total and cursor. No match: an empty page. What the
   * table does not declare (index, columns, a searchable column) is Failure('invalid',
   * 'bad_query'). */
  list<Row extends object>(table: Table<Row>, query?: Query<Row>): Promise<Page<Row>>;

  /** As list, with these columns of each row alone. In the cloud rows are not read for columns that the
   * index has. */
  listColumns<Row extends object, Name extends keyof Row & string>(
    table: Table<Row>,
    query: Query<Row>,
    columns: readonly Name[],
  ): Promise<Omit<Page<Row>, 'rows'> & { readonly rows: readonly Pick<Row, Name>[] }>;

  /** The next integer of a named sequence: 1, 2, 3 …; unique, gaps are possible. */
  nextId(sequence: string): Promise<number>;

  /** A value that changes with every write of any row, for caches: what was read after it was taken
   * is valid while it stays the same. Undefined: this home has none. */
  stamp(): Promise<string | undefined>;

  /** Maintenance for a schedule: deletes expired rows. */
  maintain(tables: readonly Omit<Table, 'parse'>[]): Promise<void>;

  /** The same rows, for progress that is made again when it is lost: these writes survive the end of the
   * process, but a power cut may undo the last of them. */
  readonly unsynced: Omit<Records, 'unsynced'>;

  /** Waits for accepted writes and closes files and connections. Repeated: nothing. */
  close(): Promise<void>;
}
