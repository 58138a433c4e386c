import * as z from 'zod/mini';
import { readDashboard } from '#core/docs/project/dashboard.ts';
import { dashboardPage } from '#core/docs/pages/dashboard.ts';
import { baseUrlOf } from '#core/http/base-url.ts';
import { frameOf, pageReply } from './page-reply.ts';
import { endpoint } from './endpoint.ts';
import { signIn } from './sign-in.ts';

export const handler = endpoint({
  summary: 'The projects, what is being generated, and the services beside this one',
  access: 'visitor',
  query: z.object({
    part: z.optional(z.enum(['projects', 'services'])),
    q: z.optional(z.string()),
    status: z.optional(z.string()),
    page: z.optional(z.string()),
    seen: z.optional(z.string()),
  }),
  replies: {
    200: { description: 'The page', type: 'text/html' },
    302: { description: 'To the login, for browsers without a session' },
    401: { description: 'Not signed in' },
  },
  async run({ platform, request, caller, query }) {
    if (caller.username === '') return signIn(request);
    const frame = await frameOf(platform, caller);
    const content = await readDashboard(platform, caller, query);
    return pageReply(dashboardPage({ ...frame, ...content, baseUrl: baseUrlOf(request) }));
  },
});
