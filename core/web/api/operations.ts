/** What we show of a JSON schema. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
}

interface OperationObject {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
  readonly security?: readonly object[];
}

/** An OpenAPI document of ours (core/http/openapi.ts). */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

export interface Operation {
  /** For anchors and the ids of fields. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly schema: Schema } | undefined;
  readonly replies: readonly {
    readonly status: string;
    readonly description: string;
    readonly type: string | undefined;
    readonly schema: Schema | undefined;
  }[];
}

export function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]): Operation => {
      const [type, content] = Object.entries(each.requestBody?.content ?? {})[0] ?? [];
      return {
        id: `${method}${path.replace(/[^A-Za-z0-9]+/g, '-')}`.replace(/-$/, ''),
        method: method.toUpperCase(),
        path,
        summary: each.summary,
        needsKey: (each.security ?? []).length > 0,
        parameters: each.parameters ?? [],
        body: type === undefined ? undefined : { type, schema: content?.schema ?? {} },
        replies: Object.entries(each.responses).map(([status, { description, content: has }]) => {
          const [kind, shown] = Object.entries(has ?? {})[0] ?? [];
          return { status, description, type: kind, schema: shown?.schema };
        }),
      };
    }),
  );
}

/** Such as `string or null`, `one of valid, unchecked`, `list of object`. */
export function typeText(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.map(String).join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' or ');
  if (schema.items) return `list of ${typeText(schema.items)}`;
  if (typeof schema.type === 'string') return schema.type;
  return schema.type?.join(' or ') ?? 'any';
}

/** The fields of an object, those of nested ones as `outer.inner` and of lists as `outer[].inner`. */
export function fieldsOf(schema: Schema, prefix = '', depth = 0): (readonly [string, Schema])[] {
  const object = schema.anyOf?.find(({ properties }) => properties) ?? schema;
  if (object.items) return fieldsOf(object.items, `${prefix}[]`, depth);
  if (depth > 3) return [];
  return Object.entries(object.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return [[path, field] as const, ...fieldsOf(field, path, depth + 1)];
  });
}

/** A value of the schema's form, for people to change. */
export function exampleOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first) return exampleOf(first);
  if (schema.items) return [exampleOf(schema.items)];
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    const shown = fields.filter(([name]) => schema.required?.includes(name) ?? false);
    return Object.fromEntries(
      (shown.length > 0 ? shown : fields.slice(0, 1)).map(([name, each]) => [
        name,
        exampleOf(each),
      ]),
    );
  }
  return { boolean: false, integer: 0, number: 0 }[String(schema.type)] ?? '';
}
