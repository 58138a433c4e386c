import * as z from 'zod/mini';
import { classification } from '#core/analysis/base/schema/detail.ts';
import * as views from '#core/analysis/base/schema/views.ts';
import {
  classify,
  classifyBody,
  listClassifications,
} from '#core/analysis/results/history/classify.ts';
import {
  forgetOverride,
  overrideBody,
  overrideClassification,
} from '#core/analysis/results/override-classification.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import {
  jobParams,
  limitQuery,
  offsetQuery,
  writeReplies,
} from '#core/analysis/base/schema/route-parts.ts';

const text = z.optional(z.string());

export const override = endpoint({
  summary: 'Correct the class of a failure, and of all failures with the same error in its build',
  access: 'writer',
  params: jobParams,
  body: overrideBody,
  replies: {
    200: { description: 'Set', schema: z.object({ status: z.literal('ok'), classification }) },
    ...writeReplies,
  },
  async run({ platform, caller, params, body }) {
    await overrideClassification(platform, caller, params.job_id, body);
    return json(200, { status: 'ok', classification: body.classification });
  },
});

export const forget = endpoint({
  summary: 'Delete a correction, so that later analyses ask a model again',
  access: 'writer',
  params: z.object({ signature: z.string() }),
  replies: {
    200: { description: 'Deleted', schema: z.object({ deleted: z.string() }) },
    401: { description: 'The caller has no name' },
    404: { description: 'No correction of this error' },
  },
  async run({ platform, caller, params }) {
    await forgetOverride(platform, caller, params.signature);
    return json(200, { deleted: params.signature });
  },
});

export const add = endpoint({
  summary: 'Classify a test',
  access: 'writer',
  bodyLimit: 262_144,
  body: classifyBody,
  replies: { 201: { description: 'Recorded', schema: z.object({ id: z.int() }) } },
  async run({ platform, caller, body }) {
    return json(201, { id: await classify(platform, caller, body) });
  },
});

export const list = endpoint({
  summary: 'List how people classified tests',
  access: 'public',
  query: z.object({
    test_name: text,
    job_name: text,
    classification: text,
    limit: limitQuery(200, 50),
    offset: offsetQuery,
  }),
  replies: { 200: { description: 'The results, newest first', schema: views.classificationList } },
  run: async ({ platform, query }) => json(200, await listClassifications(platform, query)),
});
