import { abortGeneration } from '#core/docs/generate/abort.ts';
import { assertMayChange, readProject } from '#core/docs/store.ts';
import { form } from './form.ts';
import { ownerQuery, projectParams } from './project-route.ts';

export const handler = form({
  summary: 'The button that stops a generation',
  access: 'writer',
  params: projectParams,
  query: ownerQuery,
  replies: {
    202: { description: 'It stops within seconds' },
    404: { description: 'No such project, or nothing is being generated' },
  },
  async act({ platform, caller, params, query }) {
    const project = await readProject(platform, caller, params.name, query.owner);
    assertMayChange(caller, project);
    const data = await abortGeneration(platform, project);
    return { status: 202, data, page: { path: '/' } };
  },
});
