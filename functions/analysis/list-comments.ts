import { readDiscussion } from '#core/analysis/people/discussion/read-discussion.ts';
import { discussion } from '#core/analysis/base/schema/views.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { jobParams } from './job-route.ts';

export const handler = endpoint({
  summary: 'Comments on the failures of an analysis, and which are reviewed',
  access: 'public',
  params: jobParams,
  replies: {
    200: { description: 'The oldest comment first', schema: discussion },
    404: { description: 'No such job' },
  },
  run: async ({ platform, params }) => json(200, await readDiscussion(platform, params.job_id)),
});
