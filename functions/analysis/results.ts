import * as z from 'zod/mini';
import { comparison, resultEnvelope } from '#core/analysis/base/schema/views.ts';
import { jobProgress } from '#core/analysis/base/schema/result.ts';
import { jobQuestion } from '#core/analysis/pages/job/view/questions.ts';
import { jobUrl } from '#core/analysis/pages/urls.ts';
import { assertNamed } from '#core/analysis/people/caller.ts';
import { bulkBody, bulkDeleted } from '#core/analysis/results/bulk-deletion.ts';
import { longText } from '#core/http/reply/long-text.ts';
import { json } from '#core/http/reply/reply.ts';
import { addressOf } from '#core/http/request/address.ts';
import { byAccept } from '#core/web/endpoints/by-accept.ts';
import { localPath } from '#core/web/urls.ts';
import { endpoint } from './endpoint.ts';
import { askName, form, page } from './page.ts';
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

export const submit = form({
  summary: 'The forms of an analysis’ page: comments, reviews, classes and what is done with it',
  access: 'person',
  params: jobParams,
  bodyLimit: 131_072,
  replies: {
    200: { description: 'Done' },
    401: { description: 'The page that asks for a name' },
    404: { description: 'No such job, or it has no such part' },
    409: { description: 'The analysis has failed, or has ended' },
  },
  question: ({ params, body }) => jobQuestion(body, jobUrl(params.job_id)),
  async act({ platform, caller, params, body }) {
    assertNamed(caller);
    const { actOnJob } = await import('#core/analysis/pages/job/act-on-job.ts');
    const { data, path } = await actOnJob(platform, caller, params.job_id, body);
    const back = localPath(body['back'], jobUrl(params.job_id));
    return { status: 200, data, page: { path: path ?? back } };
  },
  again: async (call, { code }) => (code === 'no_name' ? askName(call) : undefined),
});

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

export const compare = endpoint({
  summary: 'What is new, fixed and still failing since the analysis before',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'Names of tests', schema: comparison },
    202: { description: 'The analysis has not ended yet' },
    404: { description: 'No such job' },
    409: { description: 'The analysis failed' },
  },
  async run({ platform, params }) {
    const { readComparison } = await import('#core/analysis/results/compare.ts');
    return json(200, await readComparison(platform, params.job_id));
  },
});
