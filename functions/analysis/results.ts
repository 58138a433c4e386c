import * as z from 'zod/mini';
import { resultEnvelope } from '#core/analysis/base/schema/views.ts';
import { jobProgress } from '#core/analysis/base/schema/result.ts';
import { bulkBody, bulkDeleted } from '#core/analysis/results/bulk-deletion.ts';
import { longText } from '#core/http/reply/long-text.ts';
import { json } from '#core/http/reply/reply.ts';
import { addressOf } from '#core/http/request/address.ts';
import { byAccept } from '#core/web/endpoints/by-accept.ts';
import { endpoint } from './endpoint.ts';
import { page } from './page.ts';
import { jobParams } from '#core/analysis/base/schema/route-parts.ts';

const program = endpoint({
  summary: 'Get an analysis with its result',
  access: 'visitor',
  params: jobParams,
  replies: {
    200: { description: 'The analysis is finished', schema: resultEnvelope },
    202: { description: 'The analysis is queued or running', schema: resultEnvelope },
    302: { description: 'Redirect to a large result in cloud storage' },
    404: { description: 'No such job' },
  },
  async run({ platform, params }) {
    const { readEnvelope } = await import('#core/analysis/results/read-envelope.ts');
    const { isOpen, text, key } = await readEnvelope(platform, params.job_id);
    const type = 'application/json; charset=utf-8';
    return longText(platform, text, { status: isOpen ? 202 : 200, type, key });
  },
});

const text = z.optional(z.string());

const htmlPage = page({
  summary: 'Show an analysis: causes, evidence, reviews and comments',
  access: 'visitor',
  params: jobParams,
  query: z.object({ q: text, class: text, only: text, group: text, page: text }),
  replies: { 404: { description: 'No such job' } },
  async show({ platform, request, caller, params, query, frame }) {
    const [{ jobPage }, { readJobPage }] = await Promise.all([
      import('#core/analysis/pages/job/job-page.ts'),
      import('#core/analysis/pages/job/read-job-page.ts'),
    ]);
    const content = await readJobPage(platform, caller, params.job_id, query);
    return jobPage({ ...frame, ...content, address: addressOf(request) });
  },
});

/** An analysis: its page for browsers, its result for programs. */
export const read = byAccept(program, htmlPage);

export const progress = endpoint({
  summary: 'Get the progress of an analysis, without its result',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'The status, and the number of finished groups', schema: jobProgress },
    404: { description: 'No such job' },
  },
  async run({ platform, params }) {
    const { readProgress } = await import('#core/analysis/jobs/read-job.ts');
    return json(200, await readProgress(platform, params.job_id));
  },
});

export const cancel = endpoint({
  summary: 'Cancel an analysis',
  access: 'writer',
  params: jobParams,
  replies: {
    202: {
      description: 'The analysis stops within a second',
      schema: z.object({ cancelled: z.string() }),
    },
    404: { description: 'No such job' },
    409: { description: 'The analysis is already finished' },
  },
  async run({ platform, caller, params }) {
    const { cancelJob } = await import('#core/analysis/jobs/cancel-job.ts');
    return json(202, await cancelJob(platform, caller, params.job_id));
  },
});

export const remove = endpoint({
  summary: 'Delete an analysis, with its comments, reviews, history and classifications',
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
    const { deleteJob } = await import('#core/analysis/results/delete-job.ts');
    await deleteJob(platform, job_id);
    return json(200, { status: 'deleted', job_id });
  },
});

export const removeMany = endpoint({
  summary: 'Delete up to 500 analyses',
  access: 'admin',
  body: bulkBody,
  bodyLimit: 131_072,
  replies: {
    200: { description: 'The deleted analyses, and those that were not', schema: bulkDeleted },
  },
  async run({ platform, body }) {
    const { deleteJobs } = await import('#core/analysis/results/delete-job.ts');
    return json(200, await deleteJobs(platform, body));
  },
});
