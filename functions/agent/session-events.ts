import * as z from 'zod/mini';
import { pathPart } from '#core/agent/schema.ts';
import { followTurn } from '#core/agent/turns/follow-turn.ts';
import { eventStream } from '#core/http/reply/event-stream.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The events of the latest turn, or those after `Last-Event-ID`',
  access: 'key',
  params: z.object({ id: pathPart }),
  replies: { 200: { description: 'Server-sent events', type: 'text/event-stream' } },
  run: async ({ platform, request, params }) => {
    const last = request.headers['last-event-id']?.trim() ?? '';
    const after = /^\d{1,15}$/.test(last) ? Number(last) : undefined;
    return eventStream(await followTurn(platform, params.id, after), platform.clock);
  },
});
