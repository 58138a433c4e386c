import * as z from 'zod/mini';
import { jobParams, writeReplies } from '#core/analysis/base/schema/route-parts.ts';
import { jobQueued, queuedJob } from '#core/analysis/jobs/job-queued.ts';
import { hintBody, questionBody } from '#core/analysis/results/questions/schema.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const ask = endpoint({
  summary: 'Ask a model about a failure; the answer is added as a comment',
  access: 'writer',
  params: jobParams,
  body: questionBody,
  replies: {
    ...writeReplies,
    201: {
      description: 'Answered: the comment',
      schema: z.object({ id: z.int(), comment: z.string() }),
    },
    400: { description: 'No model is configured, or no such child job' },
    502: { description: 'The model did not respond, or its answer is unusable' },
  },
  async run({ platform, caller, params, body }) {
    const { askAbout } = await import('#core/analysis/results/questions/ask-about.ts');
    return json(201, await askAbout(platform, caller, params.job_id, body));
  },
});

export const one = endpoint({
  summary: 'Analyze one failure again with a hint, as a new analysis',
  access: 'writer',
  params: jobParams,
  body: hintBody,
  replies: {
    ...writeReplies,
    202: { description: 'The new job is queued', schema: queuedJob },
    400: { description: 'Wrong settings, or no such child job' },
  },
  async run({ platform, caller, params, body }) {
    const { analyzeOne } = await import('#core/analysis/results/questions/analyze-one.ts');
    return json(202, jobQueued(platform, await analyzeOne(platform, caller, params.job_id, body)));
  },
});
