import { deleteProject } from '#core/docs/projects/delete-project.ts';
import { removeProject } from '#core/docs/pages/questions.ts';
import { assertMayChange, readProject } from '#core/docs/store.ts';
import { form } from './form.ts';
import { ownerQuery, projectParams } from './project-route.ts';

export const handler = form({
  summary: 'The button that removes a project',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: {
    200: { description: 'Removed' },
    404: { description: 'No such project' },
    409: { description: 'It is being generated' },
  },
  question: ({ params }) => removeProject(params.name),
  async act({ platform, caller, params, query }) {
    const project = await readProject(platform, caller, params.name, query.owner);
    assertMayChange(caller, project);
    await deleteProject(platform, project);
    return { status: 200, data: { deleted: project.name }, page: { path: '/' } };
  },
});
