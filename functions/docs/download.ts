import { archiveOf } from '#core/docs/site/archive.ts';
import { readProject } from '#core/docs/store.ts';
import { bytes, redirect } from '#core/http/reply/reply.ts';
import { explain } from './explain.ts';
import { ownerQuery, projectParams } from './project-route.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The finished site as .tar.gz',
  access: 'known',
  params: projectParams,
  query: ownerQuery,
  replies: {
    200: { description: 'The archive', type: 'application/gzip' },
    302: { description: 'To the archive in the cloud; browsers without a session to the login' },
    400: { description: 'There is no finished site yet' },
    404: { description: 'No such project' },
  },
  async run({ platform, caller, params, query }) {
    const project = await readProject(platform, caller, params.name, query.owner);
    const { fileName, etag, body, link } = await archiveOf(platform, project);
    if (link !== undefined) return redirect(302, link);
    const headers = { 'content-disposition': `attachment; filename="${fileName}"` };
    return bytes('application/gzip', body, { headers, etag });
  },
  explain,
});
