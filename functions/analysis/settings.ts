import * as z from 'zod/mini';
import { checkedToken, checkToken, tokenCheck } from '#core/analysis/issues/check-token.ts';
import * as tokens from '#core/analysis/people/user-tokens.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { form, page } from './page.ts';

export const show = page({
  summary: 'Show your name and tokens, and the configuration of the server',
  access: 'visitor',
  query: z.object({ accepted: z.optional(z.string()) }),
  async show({ platform, query, frame }) {
    const { showSettings } = await import('#core/analysis/pages/settings/settings.ts');
    return showSettings(platform, frame, query);
  },
});

export const submit = form({
  summary: 'Save or check your tokens',
  access: 'named',
  replies: {
    200: { description: 'Stored, or accepted by the host' },
    400: { description: 'The server has no tracker' },
    401: { description: 'No username' },
    422: { description: 'The token is invalid, or the host refused it' },
    502: { description: 'The host of the token did not respond' },
  },
  async act({ platform, caller, body }) {
    const { actOnSettings } = await import('#core/analysis/pages/settings/settings.ts');
    const { data, path } = await actOnSettings(platform, caller, body);
    return { status: 200, data, page: { path } };
  },
  async again({ platform, frame }, { message }) {
    const { showSettings } = await import('#core/analysis/pages/settings/settings.ts');
    return showSettings(platform, frame, { error: message });
  },
});

const replies = {
  200: { description: 'The last characters of each stored token', schema: tokens.maskedTokens },
  401: { description: 'No username' },
};
const noStore = { headers: { 'cache-control': 'no-store' } };

export const readTokens = endpoint({
  summary: 'List your stored tokens',
  access: 'named',
  replies,
  run: async ({ platform, caller }) =>
    json(200, await tokens.readMaskedTokens(platform, caller), noStore),
});

export const changeTokens = endpoint({
  summary: 'Save your tokens; an empty text deletes one',
  access: 'named',
  body: tokens.tokenChanges,
  replies,
  async run({ platform, caller, body }) {
    await tokens.changeUserTokens(platform, caller, body);
    return json(200, await tokens.readMaskedTokens(platform, caller), noStore);
  },
});

export const check = endpoint({
  summary: 'Check a token with the tracker or code host',
  access: 'named',
  body: tokenCheck,
  replies: {
    200: { description: 'Whether the token is accepted', schema: checkedToken },
    400: { description: 'The server has no tracker' },
    401: { description: 'No username' },
    502: { description: 'The tracker or code host did not respond' },
  },
  run: async ({ platform, caller, body }) =>
    json(200, await checkToken(platform, caller, body), noStore),
});
