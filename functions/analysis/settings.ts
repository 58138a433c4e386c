import * as z from 'zod/mini';
import { checkedToken, checkToken, tokenCheck } from '#core/analysis/issues/check-token.ts';
import * as tokens from '#core/analysis/people/user-tokens.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { form, page } from './page.ts';

export const show = page({
  summary: 'The caller’s name and tokens, and what the server is configured to do',
  access: 'visitor',
  query: z.object({ accepted: z.optional(z.string()) }),
  async show({ platform, query, frame }) {
    const { showSettings } = await import('#core/analysis/pages/settings/settings.ts');
    return showSettings(platform, frame, query);
  },
});

export const submit = form({
  summary: 'Stores or checks tokens of the caller',
  access: 'named',
  replies: {
    200: { description: 'Stored, or accepted by the host' },
    400: { description: 'The server has no tracker' },
    401: { description: 'No username' },
    422: { description: 'A token that cannot be stored, or that the host refuses' },
    502: { description: 'The host of the token does not answer' },
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
  200: { description: 'The last characters of each token', schema: tokens.maskedTokens },
  401: { description: 'No username' },
};
const noStore = { headers: { 'cache-control': 'no-store' } };

export const readTokens = endpoint({
  summary: 'Which tokens of the caller are stored',
  access: 'named',
  replies,
  run: async ({ platform, caller }) =>
    json(200, await tokens.readMaskedTokens(platform, caller), noStore),
});

export const changeTokens = endpoint({
  summary: 'Stores tokens of the caller; an empty text removes one',
  access: 'named',
  body: tokens.tokenChanges,
  replies,
  async run({ platform, caller, body }) {
    await tokens.changeUserTokens(platform, caller, body);
    return json(200, await tokens.readMaskedTokens(platform, caller), noStore);
  },
});

export const check = endpoint({
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
    json(200, await checkToken(platform, caller, body), noStore),
});
