import * as z from 'zod/mini';
import { Failure } from './failure.ts';
import type { Column, ColumnType, Index, Table } from './ports/records.ts';

type ColumnOf<Schema extends z.ZodMiniObject> = keyof z.output<Schema> & string;

interface Definition<Schema extends z.ZodMiniObject> {
  name: string;
  version: number;
  columns: Schema;
  key: ColumnOf<Schema>[];
  unique?: ColumnOf<Schema>[];
  indexes?: Record<string, Index<ColumnOf<Schema>>>;
  shards?: number;
  searchable?: ColumnOf<Schema>[];
  expires?: ColumnOf<Schema>;
}

/** Declares a record type. test/unit/table-versions.test.ts checks all declarations. */
export function table<Schema extends z.ZodMiniObject>(
  definition: Definition<Schema>,
): Table<z.output<Schema>> {
  const { name, version, key, unique = [], indexes = {}, searchable = [] } = definition;
  const { shards = 1 } = definition;
  const schema = z.strictObject(definition.columns.shape);
  const columns: Record<string, Column> = {};
  const readers: (readonly [column: string, read: Reader])[] = [];
  for (const [name, type] of Object.entries(schema.shape)) {
    const column = columnOf(type as z.ZodMiniType);
    columns[name] = column;
    readers.push([name, readerOf(type as z.ZodMiniType, column)]);
  }
  return {
    name,
    version,
    key,
    columns,
    unique,
    indexes,
    shards,
    searchable,
    expires: definition.expires,
    parse(row, stored) {
      const read = readRow(row, readers, stored);
      if (read) return read as z.output<Schema>;
      const parsed = schema.safeParse(row);
      if (parsed.success) return parsed.data as z.output<Schema>;
      const issue = parsed.error.issues[0];
      throw new Failure(
        'invalid',
        'bad_row',
        `${name}.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`,
      );
    },
  };
}

type Inner = z.core.$ZodTypes['_zod']['def'];
/** Undefined: the schema refuses the value, or sets one that is absent. */
type Reader = (value: unknown) => unknown;

/** Many times as fast as the schema of the row, which tells what is wrong when this gives undefined. */
function readRow(
  row: Readonly<Record<string, unknown>>,
  readers: readonly (readonly [column: string, read: Reader])[],
  stored: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> | undefined {
  if (Object.keys(row).length !== readers.length) return undefined;
  const read: Record<string, unknown> = {};
  for (const [column, reader] of readers) {
    const before = stored[column];
    const value = before === row[column] ? before : reader(row[column]);
    if (value === undefined) return undefined;
    read[column] = value;
  }
  return read;
}

function readerOf(schema: z.ZodMiniType, { type, nullable, values }: Column): Reader {
  const inner = innerOf(schema.def as Inner);
  const isChecked = (inner.checks?.length ?? 0) > 0 || ('format' in inner && type === 'text');
  if (type === 'json' || isChecked) return (value) => schema.safeParse(value).data;
  return (value) => {
    if (value === null) return nullable ? null : undefined;
    return (values?.includes(value as string) ?? fits(type, value)) ? value : undefined;
  };
}

/** True when a column of this type can hold the value, or null. */
export function fits(type: ColumnType, value: unknown): boolean {
  if (value === null) return true;
  if (type === 'text') return typeof value === 'string';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer') return Number.isSafeInteger(value);
  return type === 'real' ? Number.isFinite(value) : value !== undefined;
}

/** Without wrappers that have no checks of their own. */
function innerOf(definition: Inner): Inner {
  const isWrapper = definition.type === 'nullable' || definition.type === 'default';
  if (!isWrapper || definition.checks?.length) return definition;
  return innerOf(definition.innerType._zod.def as Inner);
}

function columnOf(schema: z.ZodMiniType): Column {
  let inner = schema.def as Inner;
  let nullable = false;
  let initial: unknown;
  while (inner.type === 'nullable' || inner.type === 'default') {
    if (inner.type === 'nullable') {
      nullable = true;
      initial ??= null;
    } else initial = inner.defaultValue;
    inner = inner.innerType._zod.def as Inner;
  }
  const values = valuesOf(inner);
  const column = { type: typeOf(inner), nullable, ...(values && { values }) };
  return initial === undefined ? column : { ...column, initial };
}

function valuesOf(definition: Inner): string[] | undefined {
  if (definition.type === 'enum') return Object.values(definition.entries).map(String);
  return definition.type === 'literal' ? definition.values.map(String) : undefined;
}

function typeOf(definition: Inner): ColumnType {
  switch (definition.type) {
    case 'string':
    case 'enum':
    case 'literal':
      return 'text';
    case 'boolean':
      return 'boolean';
    case 'number':
      return 'format' in definition && definition.format === 'safeint' ? 'integer' : 'real';
    default:
      return 'json';
  }
}
