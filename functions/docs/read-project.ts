import { recordOf } from '#core/docs/projects/project-entry.ts';
import { readProject } from '#core/docs/store.ts';
import { json } from '#core/http/reply/reply.ts';
import { ownerQuery, projectParams } from './project-route.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'A project’s whole record, with its plan as text and as an object',
  access: 'known',
  params: projectParams,
  query: ownerQuery,
  replies: { 200: { description: 'The record' }, 404: { description: 'No such project' } },
  async run({ platform, caller, params, query }) {
    const project = await readProject(platform, caller, params.name, query.owner);
    return json(200, recordOf(project));
  },
});
