import { assertNamed } from '#core/analysis/people/choose-name.ts';
import { askName } from './ask-name.ts';
import { form } from './form.ts';
import { jobParams } from './job-route.ts';

export const handler = form({
  summary: 'Files the issue that a person has read',
  access: 'person',
  params: jobParams,
  bodyLimit: 300_000,
  replies: {
    200: { description: 'Filed' },
    401: { description: 'The page that asks for a name, or the token was refused' },
    404: { description: 'No such job or cause' },
    422: { description: 'The page again, with what is wrong' },
    502: { description: 'The code host or tracker refuses the issue, or does not answer' },
  },
  async act({ platform, caller, params, body }) {
    assertNamed(caller);
    const { fileIssue } = await import('#core/analysis/pages/issue/read-issue-page.ts');
    const path = await fileIssue(platform, caller, params.job_id, body);
    return { status: 200, data: { status: 'ok' }, page: { path } };
  },
  async again({ platform, request, caller, params, body, frame }, { code, message }) {
    if (code === 'no_name') return askName({ request, body, frame });
    if (['no_job', 'no_group', 'job_open', 'job_failed'].includes(code)) return undefined;
    const { issuePage } = await import('#core/analysis/pages/issue/issue-page.ts');
    const { readIssuePage } = await import('#core/analysis/pages/issue/read-issue-page.ts');
    const written = { error: message };
    const content = await readIssuePage(platform, caller, params.job_id, body, written);
    return issuePage({ ...frame, ...content });
  },
});
