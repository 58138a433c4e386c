import { docsIdentity } from '#core/docs/projects/access/identity.ts';
import { rotateOwnKey } from '#core/docs/projects/access/rotate-own-key.ts';
import { replaceKey } from '#core/docs/pages/questions.ts';
import { clearSession } from '#core/identity/cookies.ts';
import { form } from './form.ts';

export const handler = form({
  summary: 'The button that gives the caller a new key',
  access: 'known',
  replies: {
    200: { description: 'The new key, shown once' },
    400: { description: 'The caller is the holder of ADMIN_KEY' },
  },
  question: () => replaceKey,
  async act({ platform, caller }) {
    const data = await rotateOwnKey(platform, caller);
    const secret = {
      ...{ heading: 'Your key was replaced', owner: data.username, what: 'the key' },
      secret: data.new_api_key,
      next: { url: '/login', label: 'Sign in with the new key' },
    };
    const cookies = [clearSession(docsIdentity(platform.environment).secureCookies)];
    return { status: 200, data, cookies, page: { secret } };
  },
});
