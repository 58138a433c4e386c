import * as z from 'zod/mini';
import type { Handler, ReplyDescription } from './endpoint.ts';
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
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, definition } of endpoints) {
    const operations = (paths[path.replaceAll('+}', '}')] ??= {});
    operations[method.toLowerCase()] = operation(definition, about.errorKey);
  }
  return {
    openapi: '3.1.0',
    info: { title: about.title, version: about.version },
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'app_session' },
      },
    },
  };
}

function operation(definition: Handler['definition'], errorKey: ErrorKey): object {
  const { summary, access, params, query, body, bodyType = 'json', tags } = definition;
  const parameters = [...parametersOf(params, 'path'), ...parametersOf(query, 'query')];
  const types = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    raw: 'application/octet-stream',
  };
  const isOpen = access === 'public' || access === 'visitor';
  return {
    summary,
    ...(tags && { tags }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { [types[bodyType]]: { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(definition.replies).map(([status, reply]) => [
        status,
        responseOf(Number(status), reply, errorKey),
      ]),
    ),
    security: isOpen ? [] : [{ key: [] }, { session: [] }],
  };
}

function responseOf(
  status: number,
  { description, schema, type }: ReplyDescription,
  key: ErrorKey,
) {
  const error = { type: 'object', properties: { [key]: { type: 'string' } }, required: [key] };
  const shown = schema ? schemaOf(schema, 'output') : status >= 400 && !type ? error : undefined;
  if (!shown) return type ? { description, content: { [type]: {} } } : { description };
  return { description, content: { [type ?? 'application/json']: { schema: shown } } };
}

function parametersOf(schema: z.ZodMiniObject | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || !(type as z.ZodMiniType).safeParse(undefined).success,
    schema: schemaOf(type as z.ZodMiniType, 'input'),
  }));
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
