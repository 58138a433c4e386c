import type { Handler } from '../endpoint.ts';
import { openapi } from '../openapi.ts';

export interface ToolRoute {
  readonly method: string;
  readonly path: string;
  readonly load: () => Promise<Handler>;
}

/** A route as a tool of the Model Context Protocol. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** A JSON schema: the parameters of path and query, and the fields of the body. */
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  readonly places: Readonly<Record<string, 'path' | 'query' | 'body'>>;
  readonly method: string;
  readonly path: string;
  readonly handler: Handler;
}

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object }>>;
  };
}

/** From the same definition that validates requests. */
export async function toolOf({ method, path, load }: ToolRoute): Promise<Tool> {
  const handler = await load();
  const { definition } = handler;
  const about = { title: '', version: '', errorKey: 'detail' } as const;
  const document = openapi(about, [{ method, path, definition }]) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const [operation] = Object.values(document.paths).flatMap((each) => Object.values(each));
  const { summary = '', parameters = [], requestBody } = operation ?? {};
  const body = (requestBody?.content['application/json']?.schema ?? {}) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  const fields = Object.keys(body.properties ?? {}).map((name) => [name, 'body'] as const);
  return {
    name: nameOf(method, path),
    description: summary,
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
        ...body.properties,
      },
      required: [
        ...parameters.filter(({ required }) => required).map(({ name }) => name),
        ...(body.required ?? []),
      ],
      additionalProperties: false,
    },
    places: Object.fromEntries([
      ...parameters.map(({ name, in: place }) => [name, place] as const),
      ...fields,
    ]),
    method,
    path,
    handler,
  };
}

/** `GET /logs/api/pr-flow/{identifier}` is `get_logs_pr_flow_identifier`. */
function nameOf(method: string, path: string): string {
  const words = path.replace('/api/', '/').match(/[A-Za-z0-9]+/g) ?? [];
  return [method.toLowerCase(), ...words].join('_').slice(0, 64);
}
