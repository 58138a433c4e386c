import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { readStepLogs, readWorkflowSteps } from '#core/logs/reading/read-flow.ts';
import { readPullRequestFlow } from '#core/logs/reading/read-pull-request-flow.ts';
import { pullRequestFlow, stepLogs as logsOfStep, workflowSteps } from '#core/logs/schema/flow.ts';
import { endpoint } from './endpoint.ts';
import { viewerReplies } from './replies.ts';

export const stages = endpoint({
  summary: 'Get the stages of a delivery (hook-<id>) or a pull request (pr-<number>)',
  access: 'viewer',
  params: z.object({ identifier: z.string() }),
  query: z.object({ repository: z.optional(z.string()) }),
  replies: {
    200: { description: 'The stages', schema: pullRequestFlow },
    409: {
      description: 'Several repositories have a pull request of this number; the body lists them',
    },
    ...viewerReplies,
  },
  async run({ platform, params: { identifier }, query: { repository } }) {
    return json(200, await readPullRequestFlow(platform, identifier, repository || undefined));
  },
});

export const steps = endpoint({
  summary: 'List the steps of a delivery',
  access: 'viewer',
  params: z.object({ hook_id: z.string() }),
  replies: { 200: { description: 'The steps', schema: workflowSteps }, ...viewerReplies },
  run: async ({ platform, params }) => json(200, await readWorkflowSteps(platform, params.hook_id)),
});

export const stepLogs = endpoint({
  summary: 'List the log entries of one step of a delivery; private networks only',
  access: 'private',
  params: z.object({ hook_id: z.string(), step_name: z.string() }),
  replies: {
    200: { description: 'At most 500 entries', schema: logsOfStep },
    403: { description: 'The client is not in a private network' },
    ...viewerReplies,
  },
  async run({ platform, params: { hook_id, step_name } }) {
    return json(200, await readStepLogs(platform, hook_id, step_name));
  },
});
