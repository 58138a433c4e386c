import { analyzeBuild } from '#core/analysis/jobs/start/analyze-build.ts';
import { jobQueued, queuedJob } from '#core/analysis/jobs/job-queued.ts';
import { buildRequest } from '#core/analysis/base/schema/build-request.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Analyzes a build of the build server',
  access: 'writer',
  body: buildRequest,
  bodyLimit: 262_144,
  replies: {
    202: { description: 'The analysis is queued', schema: queuedJob },
    400: { description: 'No provider or model, wrong reviewers, or a wrong URL' },
  },
  async run({ platform, caller, body }) {
    return json(202, jobQueued(platform, await analyzeBuild(platform, caller, body)));
  },
});
