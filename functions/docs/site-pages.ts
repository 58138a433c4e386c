import { listPages, sitePages } from '#core/docs/site/files/read-pages.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { ownerQuery, projectParams, siteReaderReplies } from './project-route.ts';

export const handler = endpoint({
  summary: 'The pages of a project’s site, in the order of reading',
  access: 'reader',
  params: projectParams,
  query: ownerQuery,
  replies: { 200: { description: 'The pages', schema: sitePages }, ...siteReaderReplies },
  async run({ platform, caller, params: { name }, query: { owner } }) {
    return json(200, await listPages(platform, caller, { name, owner }));
  },
});
