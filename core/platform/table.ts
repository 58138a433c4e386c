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
  for (const [column, type] of Object.entries(schema.shape)) {
    columns[column] = columnOf(type as z.ZodMiniType);
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
    parse(row) {
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

function columnOf(schema: z.ZodMiniType): Column {
  let inner = schema.def as z.core.$ZodTypes['_zod']['def'];
  let nullable = false;
  let initial: unknown;
  while (inner.type === 'nullable' || inner.type === 'default') {
    if (inner.type === 'nullable') {
      nullable = true;
      initial ??= null;
    } else initial = inner.defaultValue;
    inner = inner.innerType._zod.def as typeof inner;
  }
  const values = valuesOf(inner);
  const column = { type: typeOf(inner), nullable, ...(values && { values }) };
  return initial === undefined ? column : { ...column, initial };
}

function valuesOf(definition: z.core.$ZodTypes['_zod']['def']): string[] | undefined {
  if (definition.type === 'enum') return Object.values(definition.entries).map(String);
  return definition.type === 'literal' ? definition.values.map(String) : undefined;
}

function typeOf(definition: z.core.$ZodTypes['_zod']['def']): ColumnType {
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
