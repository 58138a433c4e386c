import * as z from 'zod/mini';
import { pathPart } from '#core/agent/schema.ts';
import { deleteSession } from '#core/agent/sessions/delete-session.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

const deleted = z.strictObject({ deleted: z.literal(true), existed: z.boolean() });

export const handler = endpoint({
  summary: 'Removes a session and its conversation',
  access: 'key',
  params: z.object({ id: pathPart }),
  replies: { 200: { description: 'Removed, or there was none', schema: deleted } },
  run: async ({ platform, params }) =>
    json(200, { deleted: true, existed: await deleteSession(platform, params.id) }),
});
