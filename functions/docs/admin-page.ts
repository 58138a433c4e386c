import { readAdmin } from '#core/docs/access/admin.ts';
import { adminPage } from '#core/docs/pages/admin.ts';
import { doneNotice } from '#core/docs/pages/done.ts';
import { Failure } from '#core/platform/failure.ts';
import { frameOf, orErrorPage, pageReply } from './page-reply.ts';
import { doneQuery } from './project-route.ts';
import { endpoint } from './endpoint.ts';
import { signIn } from './sign-in.ts';

export const handler = endpoint({
  summary: 'Users, their keys, and who may read which project',
  access: 'visitor',
  query: doneQuery,
  replies: {
    200: { description: 'The page', type: 'text/html' },
    302: { description: 'To the login, for browsers without a session' },
    401: { description: 'Not signed in' },
    403: { description: 'For administrators only' },
  },
  async run({ platform, request, caller, query }) {
    if (caller.username === '') return signIn(request);
    return orErrorPage({ platform, request }, async () => {
      if (!caller.isAdmin) throw new Failure('forbidden', 'admin_only', 'Admin access required');
      const frame = await frameOf(platform, caller);
      const content = await readAdmin(platform, caller);
      return pageReply(adminPage({ ...frame, ...content, notice: doneNotice(query) }));
    });
  },
});
