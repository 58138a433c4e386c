import * as z from 'zod/mini';
import { classification } from '#core/analysis/base/schema/detail.ts';
import {
  overrideBody,
  overrideClassification,
} from '#core/analysis/results/override-classification.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams, writeReplies } from './job-route.ts';

export const handler = endpoint({
  summary: 'Sets the class of a failure and of all with the same error in its build',
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
