import * as z from 'zod/mini';
import {
  listPages,
  pageText,
  readPage,
  searchSite,
  siteHits,
  sitePages,
} from '#core/docs/site/files/read-site.ts';
import { allHits, searchSites } from '#core/docs/projects/search-sites.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { ownerQuery, projectParams, siteReaderReplies } from './project-route.ts';

export const list = endpoint({
  summary: 'List the pages of a project’s site, in reading order',
  access: 'reader',
  params: projectParams,
  query: ownerQuery,
  replies: { 200: { description: 'The pages', schema: sitePages }, ...siteReaderReplies },
  async run({ platform, caller, params: { name }, query: { owner } }) {
    return json(200, await listPages(platform, caller, { name, owner }));
  },
});

export const read = endpoint({
  summary: 'Get a page of a project’s site as Markdown',
  access: 'reader',
  params: z.extend(projectParams, { slug: z.string() }),
  query: ownerQuery,
  replies: { 200: { description: 'The page', schema: pageText }, ...siteReaderReplies },
  async run({ platform, caller, params: { name, slug }, query: { owner } }) {
    return json(200, await readPage(platform, caller, { name, owner }, slug));
  },
});

export const answer = endpoint({
  summary: 'Record whether a page was useful',
  access: 'reader',
  params: z.extend(projectParams, { slug: z.string() }),
  query: ownerQuery,
  body: z.object({ useful: z.boolean() }),
  replies: {
    200: { description: 'Recorded', schema: z.object({ status: z.literal('ok') }) },
    ...siteReaderReplies,
    429: { description: 'Too many answers at once' },
  },
  async run({ platform, caller, params, query, body }) {
    const { answerPage } = await import('#core/docs/projects/page-answers.ts');
    await answerPage(platform, caller, { ...params, ...query }, body.useful);
    return json(200, { status: 'ok' });
  },
});

const range = 'must be a whole number from 0 to 1000000';
const words = z.string().check(z.minLength(1), z.maxLength(1_000));

export const searchAll = endpoint({
  summary: 'Search the sections of all sites, best matches first; 200 sites at a time',
  access: 'reader',
  query: z.object({
    q: words,
    from: z._default(
      z.coerce.number(range).check(z.int(range), z.gte(0, range), z.lte(1_000_000, range)),
      0,
    ),
  }),
  replies: {
    200: { description: 'The hits, and where to continue', schema: allHits },
    401: siteReaderReplies[401],
    429: { description: 'Too many searches are running' },
  },
  run: async ({ platform, caller, query }) => json(200, await searchSites(platform, caller, query)),
});

export const search = endpoint({
  summary: 'Search the sections of a project’s site, best matches first, at most 8',
  access: 'reader',
  params: projectParams,
  query: z.extend(ownerQuery, { q: words }),
  replies: { 200: { description: 'The hits', schema: siteHits }, ...siteReaderReplies },
  async run({ platform, caller, params: { name }, query: { owner, q } }) {
    return json(200, await searchSite(platform, caller, { name, owner }, q));
  },
});
