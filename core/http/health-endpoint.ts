import * as z from 'zod/mini';
import type { Endpoint, Handler } from './endpoint.ts';
import { json } from './reply/reply.ts';

/** Answers health checks with the service's own JSON. */
export function healthEndpoint<Caller>(
  endpoint: Endpoint<Caller, 'public'>,
  body: Readonly<Record<string, string | number>>,
): Handler {
  const shape = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, z.literal(value)]),
  );
  return endpoint({
    summary: 'Check that the service is running',
    access: 'public',
    replies: { 200: { description: 'The service is running', schema: z.object(shape) } },
    run: () => json(200, body),
  });
}
