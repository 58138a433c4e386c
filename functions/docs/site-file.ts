import * as z from 'zod/mini';
import { ownerQuery } from './project-route.ts';
import { serveSite, siteReplies } from './serve-site.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'A file of a site',
  access: 'visitor',
  params: z.object({ project: z.string(), path: z.string() }),
  query: ownerQuery,
  replies: siteReplies,
  run: ({ params: { project: name, path }, query: { owner }, ...call }) =>
    serveSite({ ...call, name, owner, path }),
});
