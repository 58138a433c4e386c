import * as z from 'zod/mini';
import * as views from '#core/analysis/base/schema/views.ts';
import { failureQuery } from '#core/analysis/results/queries.ts';
import { json } from '#core/http/reply/reply.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { byAccept } from '#core/web/endpoints/by-accept.ts';
import { endpoint } from './endpoint.ts';
import { page } from './page.ts';
import { jobParams, limitQuery, offsetQuery } from '#core/analysis/base/schema/route-parts.ts';

const text = z.optional(z.string());

export const show = page({
  summary: 'Search the failures of all analyses, and how people classified tests',
  access: 'visitor',
  query: z.object({ q: text, class: text, job: text, page: text }),
  async show({ platform, request, query, frame }) {
    const { showHistory } = await import('#core/analysis/pages/history/history-page.ts');
    return showHistory(platform, { ...frame, baseUrl: baseUrlOf(request) }, query);
  },
});

export const failures = endpoint({
  summary: 'List the failures of all analyses',
  access: 'public',
  query: z.object({ ...failureQuery, limit: limitQuery(200, 50), offset: offsetQuery }),
  replies: { 200: { description: 'The results, newest first', schema: views.failureSearch } },
  async run({ platform, query }) {
    const { searchFailures } = await import('#core/analysis/results/history/search-failures.ts');
    return json(200, await searchFailures(platform, query));
  },
});

const testNumbers = endpoint({
  summary: 'Get the failure history of a test',
  access: 'public',
  params: z.object({ name: z.string() }),
  query: z.object({ limit: limitQuery(100, 20), job_name: text, exclude_job_id: text }),
  replies: {
    200: { description: 'The history; empty if the test never failed', schema: views.testHistory },
  },
  async run({ platform, params, query }) {
    const { readTestHistory } = await import('#core/analysis/results/history/test-history.ts');
    return json(200, await readTestHistory(platform, params.name, query));
  },
});

export const search = endpoint({
  summary: 'List the tests that failed with an error',
  access: 'public',
  query: z.object({ signature: z.string() }),
  replies: { 200: { description: 'The results, newest first', schema: views.signatureSearch } },
  async run({ platform, query }) {
    const { searchSignature } = await import('#core/analysis/results/history/search-failures.ts');
    return json(200, await searchSignature(platform, query.signature));
  },
});

export const stats = endpoint({
  summary: 'Get the number of analyses and failures of a job',
  access: 'public',
  params: z.object({ job_name: z.string() }),
  replies: { 200: { description: 'The counts', schema: views.jobStats } },
  async run({ platform, params }) {
    const { readJobStats } = await import('#core/analysis/results/history/search-failures.ts');
    return json(200, await readJobStats(platform, params.job_name));
  },
});

const testPage = page({
  summary: 'Get the failure history of a test',
  access: 'visitor',
  params: z.object({ name: z.string() }),
  async show({ platform, params, frame }) {
    const { showTest } = await import('#core/analysis/pages/test/test-page.ts');
    return showTest(platform, frame, params.name);
  },
});

/** The history of a test: its page for browsers, its numbers for programs. */
export const test = byAccept(testNumbers, testPage);

export const compare = endpoint({
  summary: 'Compare an analysis with the previous one: new, fixed and still failing tests',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'The names of the tests', schema: views.comparison },
    202: { description: 'The analysis is not finished yet' },
    404: { description: 'No such job' },
    409: { description: 'The analysis failed' },
  },
  async run({ platform, params }) {
    const { readComparison } = await import('#core/analysis/results/compare.ts');
    return json(200, await readComparison(platform, params.job_id));
  },
});
