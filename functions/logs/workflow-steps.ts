import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { readWorkflowSteps } from '#core/logs/reading/read-flow.ts';
import { workflowSteps } from '#core/logs/schema/flow.ts';
import { endpoint } from './endpoint.ts';
import { viewerReplies } from './replies.ts';

export const handler = endpoint({
  summary: 'The steps of a delivery',
  access: 'viewer',
  params: z.object({ hook_id: z.string() }),
  replies: { 200: { description: 'The steps', schema: workflowSteps }, ...viewerReplies },
  run: async ({ platform, params }) => json(200, await readWorkflowSteps(platform, params.hook_id)),
});
