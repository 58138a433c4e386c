import * as z from 'zod/mini';
import { answer, pathPart, promptRequest } from '#core/agent/schema.ts';
import { followTurn } from '#core/agent/turns/follow-turn.ts';
import { promptSession } from '#core/agent/turns/prompt-session.ts';
import { eventStream } from '#core/http/reply/event-stream.ts';
import { json } from '#core/http/reply/reply.ts';
import { wantsEvents } from '#core/http/request/wants-events.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Sends a message; with `Accept: text/event-stream` the turn is streamed',
  access: 'key',
  params: z.object({ id: pathPart }),
  body: promptRequest,
  bodyLimit: 1024 * 1024,
  replies: { 200: { description: 'The answer of the agent', schema: answer } },
  run: async ({ platform, request, params, body }) => {
    const turn = await promptSession(platform, params.id, body.message);
    if (!wantsEvents(request)) return json(200, await turn.answer);
    return eventStream(await followTurn(platform, params.id, turn.after), platform.clock);
  },
});
