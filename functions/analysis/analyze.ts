import { buildRequest } from '#core/analysis/base/schema/build-request.ts';
import { sharedRequest } from '#core/analysis/base/schema/request.ts';
import { jobQueued, queuedJob } from '#core/analysis/jobs/job-queued.ts';
import { atReport, sentForm } from '#core/analysis/pages/dashboard/sent-form.ts';
import { jobUrl } from '#core/analysis/pages/urls.ts';
import { json } from '#core/http/reply/reply.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { endpoint } from './endpoint.ts';
import { form } from './page.ts';
import { jobParams } from '#core/analysis/base/schema/route-parts.ts';

export const build = endpoint({
  summary: 'Start an analysis of a build',
  access: 'writer',
  body: buildRequest,
  bodyLimit: 262_144,
  replies: {
    202: { description: 'The analysis is queued', schema: queuedJob },
    400: { description: 'No provider or model, wrong reviewers, or a wrong URL' },
  },
  async run({ platform, caller, body }) {
    const { analyzeBuild } = await import('#core/analysis/jobs/start/analyze-build.ts');
    return json(202, jobQueued(platform, await analyzeBuild(platform, caller, body)));
  },
});

export const again = endpoint({
  summary: 'Repeat an analysis as a new one, with the same input',
  access: 'writer',
  params: jobParams,
  body: sharedRequest,
  bodyLimit: 262_144,
  replies: {
    202: { description: 'The new job is queued', schema: queuedJob },
    400: { description: 'The original analysis has no stored input, or wrong settings' },
    404: { description: 'No such job' },
  },
  async run({ platform, caller, params, body }) {
    const { reAnalyze } = await import('#core/analysis/jobs/start/re-analyze.ts');
    const job = await reAnalyze(platform, caller, params.job_id, body);
    return json(202, jobQueued(platform, job));
  },
});

export const submit = form({
  summary: 'Start an analysis of a pasted test report or a build',
  access: 'writer',
  bodyLimit: 1_500_000,
  replies: {
    202: { description: 'Queued' },
    400: { description: 'Invalid XML, or the provider or model is missing' },
    422: { description: 'The report or the build is missing' },
  },
  async act({ platform, caller, body }) {
    const { startAnalysis } = await import('#core/analysis/pages/dashboard/start-analysis.ts');
    const job = await startAnalysis(platform, caller, body);
    return { status: 202, data: jobQueued(platform, job), page: { path: jobUrl(job.id) } };
  },
  atField: atReport,
  async again({ platform, request, body, frame }, { message }) {
    const [{ startPage }, { readStart }] = await Promise.all([
      import('#core/analysis/pages/dashboard/start-form.ts'),
      import('#core/analysis/pages/dashboard/read-dashboard.ts'),
    ]);
    const start = await readStart(platform, baseUrlOf(request));
    return startPage({ ...frame, start: { ...start, ...sentForm(body, message) } });
  },
});
