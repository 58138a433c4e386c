import * as z from 'zod/mini';
import { searchSite, siteHits } from '#core/docs/site/files/search-site.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { ownerQuery, projectParams, siteReaderReplies } from './project-route.ts';

export const handler = endpoint({
  summary: 'The sections of a project’s site that have the words, best first, at most 8',
  access: 'reader',
  params: projectParams,
  query: z.extend(ownerQuery, { q: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
  replies: { 200: { description: 'The hits', schema: siteHits }, ...siteReaderReplies },
  async run({ platform, caller, params: { name }, query: { owner, q } }) {
    return json(200, await searchSite(platform, caller, { name, owner }, q));
  },
});
