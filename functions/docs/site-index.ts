import { ownerQuery, siteParams } from './project-route.ts';
import { serveSite, siteReplies } from './serve-site.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'A site’s first page',
  access: 'visitor',
  params: siteParams,
  query: ownerQuery,
  replies: siteReplies,
  run: ({ params: { project: name }, query: { owner }, ...call }) =>
    serveSite({ ...call, name, owner, path: 'index.html' }),
});
