import { deleteProject } from '#core/docs/delete-project.ts';
import { assertMayChange, readProject } from '#core/docs/store.ts';
import { json, redirect } from '#core/http/reply.ts';
import { wantsHtml } from '#core/http/wants-html.ts';
import { orErrorPage } from './page-reply.ts';
import { ownerQuery, projectParams } from './project-route.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'The button that removes a project',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: {
    200: { description: 'Removed' },
    303: { description: 'To the projects, for browsers without script' },
    404: { description: 'No such project' },
    409: { description: 'It is being generated' },
  },
  run: ({ platform, request, caller, params, query }) =>
    orErrorPage({ platform, request }, async () => {
      const project = await readProject(platform, caller, params.name, query.owner);
      assertMayChange(caller, project);
      await deleteProject(platform, project);
      return wantsHtml(request) ? redirect(303, '/') : json(200, { deleted: project.name });
    }),
});
