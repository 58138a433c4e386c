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
  /** `#/components/schemas/<name>` */
  readonly $ref?: string;
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
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
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

/** Pages, forms and files are for browsers; what assistants speak at /mcp has a document of its own. */
const forBrowsers = /^\/$|\/(?:\{file\}|openapi\.json|logout|worker\.js|docs\/\{path\})$/;

function isForPrograms(path: string, method: string, operation: OperationObject): boolean {
  const types = Object.values(operation.responses).flatMap(({ content = {} }) =>
    Object.keys(content),
  );
  const bodies = Object.keys(operation.requestBody?.content ?? {});
  if (types.includes('text/html') || bodies.includes('application/x-www-form-urlencoded')) {
    return false;
  }
  return path !== '/mcp' && !(method === 'get' && forBrowsers.test(path));
}

/** The requests of programs, with their schemas in place. */
export function operationsOf({ paths, components }: ApiDocument): Operation[] {
  const whole = resolver(components.schemas);
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, each]) =>
      isForPrograms(path, method, each) ? [{ path, method, each }] : [],
    ),
  );
  return entries.map(({ path, method, each }): Operation => {
    const [type, content] = Object.entries(each.requestBody?.content ?? {})[0] ?? [];
    return {
      id: `${method}${path.replace(/[^A-Za-z0-9]+/g, '-')}`.replace(/-$/, ''),
      method: method.toUpperCase(),
      path,
      summary: each.summary,
      needsKey: (each.security ?? []).length > 0,
      parameters: (each.parameters ?? []).map((one) => ({ ...one, schema: whole(one.schema) })),
      body: type === undefined ? undefined : { type, schema: whole(content?.schema ?? {}) },
      replies: Object.entries(each.responses).map(([status, { description, content: has }]) => {
        const [kind, shown] = Object.entries(has ?? {})[0] ?? [];
        const schema = shown?.schema && whole(shown.schema);
        return { status, description, type: kind, schema };
      }),
    };
  });
}

const maxDepth = 6;

/** Puts schemas in place of the names that stand for them; one that contains itself ends somewhere. */
function resolver(schemas: ApiDocument['components']['schemas']) {
  function whole(schema: Schema, depth = 0): Schema {
    if (depth > maxDepth) return { type: 'object' };
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) return whole(schemas[name] ?? {}, depth + 1);
    const { properties, items, anyOf } = schema;
    return {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, whole(value, depth + 1)]),
        ),
      }),
      ...(items && { items: whole(items, depth + 1) }),
      ...(anyOf && { anyOf: anyOf.map((each) => whole(each, depth + 1)) }),
    };
  }
  return whole;
}

export interface OperationGroup {
  readonly id: string;
  readonly title: string;
  readonly operations: readonly Operation[];
}

/** By the resource that the path begins with; those that stand alone come last. */
export function groupsOf(operations: readonly Operation[]): OperationGroup[] {
  const all = Map.groupBy(operations, ({ path }) => resourceOf(path));
  const groups = [...all].filter(([, members]) => members.length > 1);
  const single = [...all].filter(([, members]) => members.length === 1);
  const rest = single.flatMap(([, members]) => members);
  return [...groups, ...(rest.length > 0 ? [['more', rest] as const] : [])].map(
    ([name, members]) => ({ id: `group-${name}`, title: titleOf(name), operations: members }),
  );
}

function resourceOf(path: string): string {
  return path.replace(/^\/(?:logs\/)?(?:api\/)?(?:admin\/)?/, '').split('/')[0] ?? '';
}

function titleOf(name: string): string {
  const words = name.replace(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
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
