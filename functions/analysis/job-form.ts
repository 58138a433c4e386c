import { jobParams } from '#core/analysis/base/schema/route-parts.ts';
import { jobQuestion } from '#core/analysis/pages/job/view/questions.ts';
import { jobUrl } from '#core/analysis/pages/urls.ts';
import { assertNamed } from '#core/analysis/people/caller.ts';
import { localPath } from '#core/web/urls.ts';
import { askName, form } from './page.ts';

export const submit = form({
  summary: 'Submit a form of an analysis page: comments, reviews, classes and actions',
  access: 'person',
  params: jobParams,
  bodyLimit: 131_072,
  replies: {
    200: { description: 'Done' },
    401: { description: 'The page that asks for a name' },
    404: { description: 'No such analysis, or it has no such part' },
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
