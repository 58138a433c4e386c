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
  summary: 'An analysis with its result',
  access: 'visitor',
  params: jobParams,
  replies: {
    200: { description: 'It has ended', schema: resultEnvelope },
    202: { description: 'It is queued or running', schema: resultEnvelope },
    302: { description: 'To a result that is too large for a reply, in the cloud' },
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
  summary: 'The page of an analysis: causes, evidence, reviews and comments',
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
  summary: 'How far an analysis is, without its result',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'Its status, and how many groups are done', schema: jobProgress },
    404: { description: 'No such job' },
  },
  async run({ platform, params }) {
    const { readProgress } = await import('#core/analysis/jobs/read-job.ts');
    return json(200, await readProgress(platform, params.job_id));
  },
});

export const cancel = endpoint({
  summary: 'Ends an open analysis',
  access: 'writer',
  params: jobParams,
  replies: {
    202: { description: 'It ends within a second', schema: z.object({ cancelled: z.string() }) },
    404: { description: 'No such job' },
    409: { description: 'It has ended already' },
  },
  async run({ platform, caller, params }) {
    const { cancelJob } = await import('#core/analysis/jobs/cancel-job.ts');
    return json(202, await cancelJob(platform, caller, params.job_id));
  },
});

export const remove = endpoint({
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
    const { deleteJob } = await import('#core/analysis/results/delete-job.ts');
    await deleteJob(platform, job_id);
    return json(200, { status: 'deleted', job_id });
  },
});

export const removeMany = endpoint({
  summary: 'Deletes up to 500 analyses',
  access: 'admin',
  body: bulkBody,
  bodyLimit: 131_072,
  replies: { 200: { description: 'What was deleted, and what was not', schema: bulkDeleted } },
  async run({ platform, body }) {
    const { deleteJobs } = await import('#core/analysis/results/delete-job.ts');
    return json(200, await deleteJobs(platform, body));
  },
});
