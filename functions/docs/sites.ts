import { sitesPage } from '#core/docs/pages/sites.ts';
import { docsSettings } from '#core/docs/settings.ts';
import { readSites } from '#core/docs/site/sites.ts';
import { frameOf, pageReply } from './page-reply.ts';
import { endpoint } from './endpoint.ts';
import { signIn } from './sign-in.ts';

export const handler = endpoint({
  summary: 'The sites that the caller may read',
  access: 'visitor',
  replies: {
    200: { description: 'The page', type: 'text/html' },
    302: { description: 'To the login, for browsers without a session' },
    401: { description: 'Not signed in' },
  },
  async run({ platform, request, caller }) {
    const isKnown = caller.username !== '';
    if (!isKnown && !docsSettings(platform.environment).PUBLIC_DOCS) return signIn(request);
    const { user, ...frame } = await frameOf(platform, caller);
    const sites = await readSites(platform, caller);
    return pageReply(sitesPage({ ...frame, ...(isKnown && { user }), sites }));
  },
});
