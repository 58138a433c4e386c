import * as z from 'zod/mini';
import { json } from '#core/http/reply/reply.ts';
import { readStepLogs } from '#core/logs/reading/read-flow.ts';
import { stepLogs } from '#core/logs/schema/flow.ts';
import { endpoint } from './endpoint.ts';
import { viewerReplies } from './replies.ts';

export const handler = endpoint({
  summary: 'The entries of a delivery during one of its steps; for private networks only',
  access: 'private',
  params: z.object({ hook_id: z.string(), step_name: z.string() }),
  replies: {
    200: { description: 'At most 500 entries', schema: stepLogs },
    403: { description: 'The client is not in a private network' },
    ...viewerReplies,
  },
  async run({ platform, params: { hook_id, step_name } }) {
    return json(200, await readStepLogs(platform, hook_id, step_name));
  },
});
