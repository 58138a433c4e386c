import * as z from 'zod/mini';
import { pageText, readPage } from '#core/docs/site/files/read-pages.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { ownerQuery, projectParams, siteReaderReplies } from './project-route.ts';

export const handler = endpoint({
  summary: 'A page of a project’s site as Markdown',
  access: 'reader',
  params: z.extend(projectParams, { slug: z.string() }),
  query: ownerQuery,
  replies: { 200: { description: 'The page', schema: pageText }, ...siteReaderReplies },
  async run({ platform, caller, params: { name, slug }, query: { owner } }) {
    return json(200, await readPage(platform, caller, { name, owner }, slug));
  },
});
