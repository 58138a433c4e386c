import * as z from 'zod/mini';
import {
  classify,
  classifyBody,
  listClassifications,
} from '#core/analysis/results/history/classify.ts';
import { readJobStats } from '#core/analysis/results/history/job-stats.ts';
import { failureQuery, searchFailures } from '#core/analysis/results/history/search-failures.ts';
import { searchSignature } from '#core/analysis/results/history/search-signature.ts';
import { readTestHistory } from '#core/analysis/results/history/test-history.ts';
import * as views from '#core/analysis/base/schema/views.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { limitQuery, offsetQuery } from './limit-query.ts';

const text = z.optional(z.string());

export const failures = endpoint({
  summary: 'Failures of all analyses',
  access: 'public',
  query: z.object({ ...failureQuery, limit: limitQuery(200, 50), offset: offsetQuery }),
  replies: { 200: { description: 'The newest first', schema: views.failureSearch } },
  run: async ({ platform, query }) => json(200, await searchFailures(platform, query)),
});

export const test = endpoint({
  summary: 'When and how a test failed',
  access: 'public',
  params: z.object({ name: z.string() }),
  query: z.object({ limit: limitQuery(100, 20), job_name: text, exclude_job_id: text }),
  replies: {
    200: { description: 'Its history; empty if it never failed', schema: views.testHistory },
  },
  async run({ platform, params, query }) {
    return json(200, await readTestHistory(platform, params.name, query));
  },
});

export const search = endpoint({
  summary: 'The tests that failed with an error',
  access: 'public',
  query: z.object({ signature: z.string() }),
  replies: { 200: { description: 'The newest first', schema: views.signatureSearch } },
  run: async ({ platform, query }) => json(200, await searchSignature(platform, query.signature)),
});

export const stats = endpoint({
  summary: 'Analyses and failures of a job',
  access: 'public',
  params: z.object({ job_name: z.string() }),
  replies: { 200: { description: 'The counts', schema: views.jobStats } },
  run: async ({ platform, params }) => json(200, await readJobStats(platform, params.job_name)),
});

export const addClassification = endpoint({
  summary: 'Records what a person says that a test is',
  access: 'writer',
  body: classifyBody,
  replies: { 201: { description: 'Recorded', schema: z.object({ id: z.int() }) } },
  async run({ platform, caller, body }) {
    return json(201, { id: await classify(platform, caller, body) });
  },
});

export const classifications = endpoint({
  summary: 'What people said of tests',
  access: 'public',
  query: z.object({
    ...{ test_name: text, job_name: text, classification: text },
    ...{ limit: limitQuery(200, 50), offset: offsetQuery },
  }),
  replies: { 200: { description: 'The newest first', schema: views.classificationList } },
  run: async ({ platform, query }) => json(200, await listClassifications(platform, query)),
});
