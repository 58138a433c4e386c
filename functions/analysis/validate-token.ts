import { checkedToken, checkToken, tokenCheck } from '#core/analysis/issues/check-token.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Asks the tracker or code host whose token it is',
  access: 'named',
  body: tokenCheck,
  replies: {
    200: { description: 'Whether it is accepted', schema: checkedToken },
    400: { description: 'The server has no tracker' },
    401: { description: 'No username' },
    502: { description: 'The tracker or code host does not answer' },
  },
  run: async ({ platform, caller, body }) =>
    json(200, await checkToken(platform, caller, body), {
      headers: { 'cache-control': 'no-store' },
    }),
});
