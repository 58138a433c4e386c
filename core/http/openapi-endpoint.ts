import type { Endpoint, Handler } from './endpoint.ts';
import { json } from './reply/reply.ts';

/** Serves the service's OpenAPI document, which only this endpoint loads. Below a path of another
 * service's address, that path is the server. */
export function openapiEndpoint<Caller>(
  endpoint: Endpoint<Caller, 'public'>,
  load: () => Promise<{ readonly default: object }>,
): Handler {
  return endpoint({
    summary: 'Get the OpenAPI document',
    access: 'public',
    replies: { 200: { description: 'An OpenAPI 3.1 document' } },
    async run({ request: { prefix } }) {
      const document = (await load()).default;
      return json(200, prefix === '' ? document : { ...document, servers: [{ url: prefix }] });
    },
  });
}
