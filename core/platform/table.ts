import * as z from 'zod/mini';
import { Failure } from './failure.ts';
import type { Column, ColumnType, Table } from './ports/records.ts';

type ColumnOf<Schema extends z.ZodMiniObject> = keyof z.output<Schema> & string;

interface Definition<Schema extends z.ZodMiniObject> {
  name: string;
  version: number;
  columns: Schema;
  key: ColumnOf<Schema>[];
  unique?: ColumnOf<Schema>[];
  indexes?: Record<
    string,
    { equal: ColumnOf<Schema>[]; order: ColumnOf<Schema>; carries?: ColumnOf<Schema>[] }
  >;
  shards?: number;
  searchable?: ColumnOf<Schema>[];
  expires?: ColumnOf<Schema>;
}

/** Declares a record type. Throws for a wrong declaration when the module loads. */
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
  assertDeclared(name, columns, { ...definition, unique, indexes, searchable });
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

function assertDeclared(
  name: string,
  columns: Record<string, Column>,
  definition: {
    version: number;
    key: string[];
    unique: string[];
    indexes: Record<string, { equal: string[]; order: string; carries?: string[] }>;
    searchable: string[];
    expires?: string;
  },
) {
  const fail = (problem: string): never => {
    throw new Error(`table ${name}: ${problem}`);
  };
  if (!/^[a-z][a-z0-9_]{0,60}$/.test(name)) fail('the name is not snake_case');
  if (!Number.isInteger(definition.version) || definition.version < 1) fail('version starts at 1');
  if (definition.key.length === 0) fail('no key');
  if ('version' in columns) fail('"version" is the stored row’s own column');
  for (const column of Object.keys(columns)) {
    if (!/^[a-z][a-z0-9_]*$/.test(column)) fail(`column ${column} is not snake_case`);
  }
  for (const column of definition.key) {
    if (columns[column]?.nullable !== false) fail(`key column ${column} is absent or nullable`);
  }
  const keyable = [
    ...definition.key,
    ...definition.unique,
    ...Object.values(definition.indexes).flatMap(({ equal, order }) => [...equal, order]),
  ];
  for (const column of keyable) {
    if (!columns[column]) fail(`no column ${column}`);
    if (columns[column]?.type === 'json') fail(`json column ${column} cannot be looked up`);
  }
  for (const { order, carries = [] } of Object.values(definition.indexes)) {
    if (columns[order]?.nullable !== false) fail(`order column ${order} is nullable`);
    for (const column of carries) if (!columns[column]) fail(`no column ${column}`);
  }
  const { expires } = definition;
  if (expires !== undefined && columns[expires]?.type !== 'text') fail(`${expires} is not text`);
  for (const column of definition.searchable) {
    if (columns[column]?.type !== 'text') fail(`searchable column ${column} is not text`);
  }
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
  const column = { type: typeOf(inner), nullable };
  return initial === undefined ? column : { ...column, initial };
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
