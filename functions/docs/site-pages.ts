import * as z from 'zod/mini';
import {
  listPages,
  pageText,
  readPage,
  searchSite,
  siteHits,
  sitePages,
} from '#core/docs/site/files/read-site.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { ownerQuery, projectParams, siteReaderReplies } from './project-route.ts';

export const list = endpoint({
  summary: 'The pages of a project’s site, in the order of reading',
  access: 'reader',
  params: projectParams,
  query: ownerQuery,
  replies: { 200: { description: 'The pages', schema: sitePages }, ...siteReaderReplies },
  async run({ platform, caller, params: { name }, query: { owner } }) {
    return json(200, await listPages(platform, caller, { name, owner }));
  },
});

export const read = endpoint({
  summary: 'A page of a project’s site as Markdown',
  access: 'reader',
  params: z.extend(projectParams, { slug: z.string() }),
  query: ownerQuery,
  replies: { 200: { description: 'The page', schema: pageText }, ...siteReaderReplies },
  async run({ platform, caller, params: { name, slug }, query: { owner } }) {
    return json(200, await readPage(platform, caller, { name, owner }, slug));
  },
});

export const search = endpoint({
  summary: 'The sections of a project’s site that have the words, best first, at most 8',
  access: 'reader',
  params: projectParams,
  query: z.extend(ownerQuery, { q: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
  replies: { 200: { description: 'The hits', schema: siteHits }, ...siteReaderReplies },
  async run({ platform, caller, params: { name }, query: { owner, q } }) {
    return json(200, await searchSite(platform, caller, { name, owner }, q));
  },
});
