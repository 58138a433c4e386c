import type { Handler } from '../endpoint.ts';
import { schemaOf } from '../openapi.ts';

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

/** From the same definition that validates requests. */
export async function toolOf({ method, path, load }: ToolRoute): Promise<Tool> {
  const handler = await load();
  const { summary, params, query, body } = handler.definition;
  const places: Record<string, Tool['places'][string]> = {};
  const properties: Record<string, object> = {};
  const required: string[] = [];
  for (const [place, schema] of Object.entries({ path: params, query, body })) {
    if (!schema) continue;
    const own: ObjectSchema = schemaOf(schema, 'input', new Map());
    for (const name of Object.keys(own.properties ?? {})) places[name] = place as 'path';
    Object.assign(properties, own.properties);
    required.push(...(own.required ?? []));
  }
  return {
    name: nameOf(method, path),
    description: summary,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    places,
    method,
    path,
    handler,
  };
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** `GET /logs/api/pr-flow/{identifier}` is `get_logs_pr_flow_identifier`. */
function nameOf(method: string, path: string): string {
  const words = path.replace('/api/', '/').match(/[A-Za-z0-9]+/g) ?? [];
  return [method.toLowerCase(), ...words].join('_').slice(0, 64);
}
