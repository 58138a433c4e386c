import { failureAnalysisResult } from '#core/analysis/base/schema/result.ts';
import { directRequest } from '#core/analysis/intake/input/direct-request.ts';
import { queuedJob } from '#core/analysis/jobs/job-queued.ts';
import { lazy } from '#core/platform/lazy.ts';
import { streamedFrom } from '#core/http/streamed.ts';
import { directBody, directBodyLimit, directReply, isAsync } from './direct.ts';
import { endpoint } from './endpoint.ts';

const starting = lazy(() => import('#core/analysis/jobs/start/analyze-failures.ts'));
const steps = lazy(() => import('./steps.ts'));

export const handler = endpoint({
  summary: 'Analyze failures or a test report',
  access: 'writer',
  streamed: directRequest,
  bodyLimit: directBodyLimit,
  replies: {
    200: { description: 'The analysis has ended', schema: failureAnalysisResult },
    202: { description: 'Queued, with `Prefer: respond-async`', schema: queuedJob },
    302: { description: 'Redirect to a large result in cloud storage' },
    400: { description: 'Invalid XML, no provider or model, or wrong reviewers' },
    413: { description: 'The body is above 4 MB, in the cloud; use POST /uploads' },
  },
  async run({ platform, caller, request, authorize }) {
    const body = directBody(platform, request, authorize);
    const key = request.headers['idempotency-key'] || undefined;
    // The job of an earlier request is answered without reading the body.
    if (key !== undefined) authorize();
    const { analyzeFailures } = await starting();
    const isWorkedHere = platform.home.worksForRequests && !isAsync(request);
    const options = { key, isWorkedHere };
    const { job, isNew } = await analyzeFailures(platform, caller, body, options);
    if (isWorkedHere && isNew) {
      await (await steps()).workHere(platform, job.id);
    }
    return directReply(platform, request, job.id);
  },
});

export const streamed = streamedFrom(handler);
