import * as tokens from '#core/analysis/people/user-tokens.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

const replies = {
  200: { description: 'The last characters of each token', schema: tokens.maskedTokens },
  401: { description: 'No username' },
};
const noStore = { headers: { 'cache-control': 'no-store' } };

export const read = endpoint({
  summary: 'Which tokens of the caller are stored',
  access: 'named',
  replies,
  run: async ({ platform, caller }) =>
    json(200, await tokens.readMaskedTokens(platform, caller), noStore),
});

export const change = endpoint({
  summary: 'Stores tokens of the caller; an empty text removes one',
  access: 'named',
  body: tokens.tokenChanges,
  replies,
  async run({ platform, caller, body }) {
    await tokens.changeUserTokens(platform, caller, body);
    return json(200, await tokens.readMaskedTokens(platform, caller), noStore);
  },
});
