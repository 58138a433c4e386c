import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { patternOf } from '#core/http/routes.ts';
import type { Handler } from '#core/http/endpoint.ts';
import { checkedReplies } from '#test/support/http/checked-replies.ts';
import type { Received } from '#test/support/http/http-client.ts';

const schema = z.object({ a: z.array(z.object({ b: z.int() })) });

it.each([
  ['/x/1', 200, { a: [{ b: 1 }] }, 'as declared'],
  ['/x/1?q=2', 200, { a: [{ b: 1, c: 2 }] }, 'it has more than the schema'],
  ['/x/1', 200, { a: [{ b: '1' }] }, 'GET /x/{id} 200: '],
  ['/x/1', 404, { c: 2 }, 'as declared'],
  ['/y', 200, { c: 2 }, 'as declared'],
])('%s %i %j in the tests: %s', async (path, status, body, verdict) => {
  const definition = { summary: '', access: '', replies: { 200: { description: '', schema } } };
  const handler = Object.assign(() => Promise.reject(new Error()), { definition }) as Handler;
  const routes = [{ pattern: patternOf({ method: 'GET', path: '/x/{id}' }), handler }];
  const reply = {
    ...{ status, headers: { 'content-type': 'application/json' }, cookies: [] },
    ...{ text: JSON.stringify(body), json: () => body, bytes: Buffer.alloc(0) },
  } satisfies Received;
  const send = checkedReplies({ routes }, async () => reply);
  const seen = await send({ path }).then(() => 'as declared', String);
  expect(seen).toContain(verdict);
});
