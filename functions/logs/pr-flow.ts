import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { readPullRequestFlow } from '#core/logs/reading/read-pull-request-flow.ts';
import { pullRequestFlow } from '#core/logs/schema/flow.ts';
import { endpoint } from './endpoint.ts';
import { viewerReplies } from './replies.ts';

export const handler = endpoint({
  summary: 'What happened for a delivery (hook-<id>) or a pull request (pr-<number>)',
  access: 'viewer',
  params: z.object({ identifier: z.string() }),
  query: z.object({ repository: z.optional(z.string()) }),
  replies: { 200: { description: 'Its stages', schema: pullRequestFlow }, ...viewerReplies },
  async run({ platform, params: { identifier }, query: { repository } }) {
    return json(200, await readPullRequestFlow(platform, identifier, repository || undefined));
  },
});
