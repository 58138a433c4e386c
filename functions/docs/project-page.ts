import * as z from 'zod/mini';
import { doneNotice } from '#core/docs/pages/done.ts';
import { projectPage } from '#core/docs/pages/project.ts';
import { readProjectPage } from '#core/docs/project/project-page.ts';
import { frameOf, orErrorPage, pageReply } from './page-reply.ts';
import { doneQuery, ownerQuery, projectParams } from './project-route.ts';
import { endpoint } from './endpoint.ts';
import { signIn } from './sign-in.ts';

export const handler = endpoint({
  summary: 'A project’s page: plan, progress, history and access',
  access: 'visitor',
  params: projectParams,
  query: z.object({ ...ownerQuery.shape, ...doneQuery.shape, seen: z.optional(z.string()) }),
  replies: {
    200: { description: 'The page', type: 'text/html' },
    302: { description: 'To the login, for browsers without a session' },
    401: { description: 'Not signed in' },
    404: { description: 'No such project' },
  },
  async run({ platform, request, caller, params, query }) {
    if (caller.username === '') return signIn(request);
    return orErrorPage({ platform, request }, async () => {
      const frame = await frameOf(platform, caller);
      const content = await readProjectPage(platform, caller, params.name, query);
      return pageReply(projectPage({ ...frame, ...content, notice: doneNotice(query) }));
    });
  },
});
