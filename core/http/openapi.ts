import * as z from 'zod/mini';
import type { ReplyDescription } from './middlewares/definition.ts';
import type { Handler } from './endpoint.ts';
import { withComponents } from './openapi-components.ts';
import type { ErrorKey } from './reply/errors.ts';

export interface Described {
  readonly method: string;
  readonly path: string;
  readonly definition: Handler['definition'];
}

interface About {
  readonly title: string;
  readonly version: string;
  readonly errorKey: ErrorKey;
}

/** An OpenAPI 3.1 document from the definitions that validate the requests. */
export function openapi(about: About, endpoints: readonly Described[]): object {
  const shared: Shared = new Map();
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, definition } of endpoints) {
    const operations = (paths[path.replaceAll('+}', '}')] ??= {});
    operations[method.toLowerCase()] = operation(definition, shared);
  }
  const schemas = { ...Object.fromEntries(shared), Error: errorOf(about.errorKey) };
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version },
    paths: withComponents(paths, schemas),
    components: {
      schemas,
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'app_session' },
      },
    },
  };
}

/** Schemas that contain themselves, by the id under which they are registered. */
type Shared = Map<string, unknown>;

/** Access rules that ask for no login. */
const openAccess: ReadonlySet<string> = new Set([
  'public',
  'visitor',
  'viewer',
  'private',
  'tools',
]);

function operation(definition: Handler['definition'], shared: Shared): object {
  const { summary, access, params, query, bodyType = 'json', tags } = definition;
  const body = definition.body ?? definition.streamed;
  const parameters = [
    ...parametersOf(params, 'path', shared),
    ...parametersOf(query, 'query', shared),
  ];
  const types = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    raw: 'application/octet-stream',
  };
  const isOpen = openAccess.has(access);
  return {
    summary,
    ...(tags && { tags }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { [types[bodyType]]: { schema: schemaOf(body, 'input', shared) } },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(definition.replies).map(([status, reply]) => [
        status,
        responseOf(Number(status), reply, shared),
      ]),
    ),
    security: isOpen ? [] : [{ key: [] }, { session: [] }],
  };
}

function responseOf(
  status: number,
  { description, schema, type }: ReplyDescription,
  shared: Shared,
) {
  const shown = schema
    ? schemaOf(schema, 'output', shared)
    : status >= 400 && !type
      ? { $ref: '#/components/schemas/Error' }
      : undefined;
  if (!shown) return type ? { description, content: { [type]: {} } } : { description };
  return { description, content: { [type ?? 'application/json']: { schema: shown } } };
}

function errorOf(key: ErrorKey): object {
  return { type: 'object', properties: { [key]: { type: 'string' } }, required: [key] };
}

function parametersOf(
  schema: z.ZodMiniObject | undefined,
  place: 'path' | 'query',
  shared: Shared,
): object[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || !(type as z.ZodMiniType).safeParse(undefined).success,
    schema: schemaOf(type as z.ZodMiniType, 'input', shared),
  }));
}

export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', shared: Shared): object {
  const document = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutSafeBounds(jsonSchema),
  });
  const text = JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _dialect, $defs, ...rest } = JSON.parse(text) as typeof document;
  for (const [id, definition] of Object.entries($defs ?? {})) {
    shared.set(id, definition);
  }
  return rest;
}

/** That a number can be held exactly says nothing to a caller. */
function withoutSafeBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
