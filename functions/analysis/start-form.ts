import {
  atReport,
  sentForm,
  startAnalysis,
} from '#core/analysis/pages/dashboard/start-analysis.ts';
import { jobQueued } from '#core/analysis/jobs/job-queued.ts';
import { jobUrl } from '#core/analysis/pages/urls.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { form } from './form.ts';

export const handler = form({
  summary: 'The forms that analyze a pasted test report or a build',
  access: 'writer',
  bodyLimit: 1_500_000,
  replies: {
    202: { description: 'It is queued' },
    400: { description: 'Invalid XML, or no provider or model' },
    422: { description: 'No report, or no build' },
  },
  async act({ platform, caller, body }) {
    const job = await startAnalysis(platform, caller, body);
    return { status: 202, data: jobQueued(platform, job), page: { path: jobUrl(job.id) } };
  },
  atField: atReport,
  async again({ platform, request, body, frame }, { message }) {
    const [{ startPage }, { readStart }] = await Promise.all([
      import('#core/analysis/pages/dashboard/start-page.ts'),
      import('#core/analysis/pages/dashboard/read-dashboard.ts'),
    ]);
    const start = await readStart(platform, baseUrlOf(request));
    return startPage({ ...frame, start: { ...start, ...sentForm(body, message) } });
  },
});
