import * as z from 'zod/mini';
import { bulkBody, bulkDeleted, deleteJob, deleteJobs } from '#core/analysis/results/delete-job.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams } from './job-route.ts';

export const one = endpoint({
  summary: 'Deletes an analysis with its comments, reviews, history and classifications',
  access: 'admin',
  params: jobParams,
  replies: {
    200: {
      description: 'Deleted',
      schema: z.object({ status: z.literal('deleted'), job_id: z.string() }),
    },
    404: { description: 'No such job' },
  },
  async run({ platform, params: { job_id } }) {
    await deleteJob(platform, job_id);
    return json(200, { status: 'deleted', job_id });
  },
});

export const many = endpoint({
  summary: 'Deletes up to 500 analyses',
  access: 'admin',
  body: bulkBody,
  bodyLimit: 131_072,
  replies: { 200: { description: 'What was deleted, and what was not', schema: bulkDeleted } },
  run: async ({ platform, body }) => json(200, await deleteJobs(platform, body)),
});
