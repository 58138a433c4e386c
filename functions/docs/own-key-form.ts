import { docsIdentity } from '#core/docs/access/identity.ts';
import { rotateOwnKey } from '#core/docs/access/rotate-own-key.ts';
import { keyPage } from '#core/docs/pages/key-page.ts';
import { replaceKey } from '#core/docs/pages/questions.ts';
import { clearSession } from '#core/identity/cookies.ts';
import { pageForm } from './page-form.ts';
import { frameOf } from './page-reply.ts';

export const handler = pageForm({
  summary: 'The button that gives the caller a new key',
  access: 'known',
  replies: {
    200: { description: 'The new key, shown once' },
    400: { description: 'The caller is the holder of ADMIN_KEY' },
  },
  question: () => replaceKey,
  async act({ platform, caller }) {
    const data = await rotateOwnKey(platform, caller);
    const frame = await frameOf(platform, caller);
    const document = keyPage({
      ...frame,
      heading: 'Your key was replaced',
      username: data.username,
      key: data.new_api_key,
      next: { path: '/login', label: 'Sign in with the new key' },
    });
    const { secureCookies } = docsIdentity(platform.environment);
    return { status: 200, data, cookies: [clearSession(secureCookies)], page: { document } };
  },
});
