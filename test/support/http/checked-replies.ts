import { isDeepStrictEqual } from 'node:util';
import type { LoadedService } from '#core/host/service/load-service.ts';
import { match } from '#core/http/routes.ts';
import type { Received, Sent } from './http-client.ts';

type Send = (sent: Sent) => Promise<Received>;

/** Compares every JSON answer of a service with the schema that its route declares for the status:
 * what the schema does not name is an error, at any depth. */
export function checkedReplies({ routes }: Pick<LoadedService, 'routes'>, send: Send): Send {
  return async (sent) => {
    const reply = await send(sent);
    const { method = 'GET', path } = sent;
    const plain = path.replace(/\?.*/s, '');
    const route = routes.find(
      ({ pattern }) => pattern.method === method && match(pattern, plain) !== undefined,
    );
    const schema = route?.handler.definition.replies[reply.status]?.schema;
    const isJson = reply.headers['content-type']?.startsWith('application/json') === true;
    if (!route || !schema || !isJson || reply.text === '') return reply;
    if (reply.headers['content-encoding'] !== undefined) return reply;
    const parsed = schema.safeParse(reply.json());
    if (parsed.success && isDeepStrictEqual(parsed.data, reply.json())) return reply;
    const problem = parsed.success ? 'it has more than the schema' : String(parsed.error);
    throw new Error(`${method} ${route.pattern.path} ${reply.status}: ${problem}: ${reply.text}`);
  };
}
