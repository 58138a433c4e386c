import { abortGeneration } from '#core/docs/abort.ts';
import { assertMayChange, readProject } from '#core/docs/store.ts';
import { json, redirect } from '#core/http/reply.ts';
import { wantsHtml } from '#core/http/wants-html.ts';
import { orErrorPage } from './page-reply.ts';
import { ownerQuery, projectParams } from './project-route.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'The button that stops a generation',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: {
    202: { description: 'It stops within seconds' },
    303: { description: 'To the projects, for browsers without script' },
    404: { description: 'No such project, or nothing is being generated' },
  },
  run: ({ platform, request, caller, params, query }) =>
    orErrorPage({ platform, request }, async () => {
      const project = await readProject(platform, caller, params.name, query.owner);
      assertMayChange(caller, project);
      const aborted = await abortGeneration(platform, project);
      return wantsHtml(request) ? redirect(303, '/') : json(202, aborted);
    }),
});
