import * as z from 'zod/mini';
import { answer, pathPart, permissionAnswer, promptRequest } from '#core/agent/schema.ts';
import { readSession } from '#core/agent/sessions.ts';
import { followTurn } from '#core/agent/follow-turn.ts';
import { answerPermission } from '#core/agent/limits/permissions.ts';
import { promptSession } from '#core/agent/prompt-session.ts';
import { eventStream } from '#core/http/reply/event-stream.ts';
import { json } from '#core/http/reply/reply.ts';
import { wantsEvents } from '#core/http/request/wants-events.ts';
import { endpoint } from './endpoint.ts';

export const prompt = endpoint({
  summary: 'Send a prompt; with `Accept: text/event-stream`, the turn is streamed',
  access: 'key',
  params: z.object({ id: pathPart }),
  body: promptRequest,
  bodyLimit: 1024 * 1024,
  replies: {
    200: { description: 'The agent’s answer; `error` says why there is none', schema: answer },
    400: { description: 'The message is missing or invalid' },
    403: { description: 'The budget of the session is used up' },
    404: { description: 'No such session, or its conversation was lost' },
    409: { description: 'The session is busy with another prompt' },
    413: { description: 'The body is larger than 1 MiB' },
    503: { description: 'The service is stopping' },
  },
  run: async ({ platform, request, params, body }) => {
    const isStreamed = wantsEvents(request);
    const turn = await promptSession(
      platform,
      params.id,
      body.message,
      isStreamed ? 'stream' : undefined,
    );
    if (!isStreamed) return json(200, await turn.answer);
    return eventStream(await followTurn(platform, params.id, turn.after), platform.clock);
  },
});

export const events = endpoint({
  summary: 'Stream the events of the latest turn, or those after `Last-Event-ID`',
  access: 'key',
  params: z.object({ id: pathPart }),
  replies: {
    200: { description: 'Server-sent events', type: 'text/event-stream' },
    404: { description: 'No such session' },
  },
  run: async ({ platform, request, params }) => {
    const last = request.headers['last-event-id']?.trim() ?? '';
    const after = /^\d{1,15}$/.test(last) ? Number(last) : undefined;
    return eventStream(await followTurn(platform, params.id, after), platform.clock);
  },
});

export const abort = endpoint({
  summary: 'Abort the current turn, which then returns what it has so far',
  access: 'key',
  params: z.object({ id: pathPart }),
  replies: {
    200: { description: 'Aborted', schema: z.strictObject({ aborted: z.literal(true) }) },
    404: { description: 'No such session' },
  },
  run: async ({ platform, params }) => {
    await readSession(platform, params.id);
    await platform.agents.abort(params.id);
    return json(200, { aborted: true });
  },
});

export const permit = endpoint({
  summary: 'Allow or refuse a tool call that waits for permission',
  access: 'key',
  params: z.object({ id: pathPart, request: pathPart }),
  body: permissionAnswer,
  bodyLimit: 16 * 1024,
  replies: {
    200: { description: 'Answered', schema: z.strictObject({ answered: z.literal(true) }) },
    400: { description: 'The answer is missing or invalid' },
    404: { description: 'No such session, or no open question' },
  },
  async run({ platform, params, body }) {
    await readSession(platform, params.id);
    answerPermission(platform.agents, params.id, params.request, body);
    return json(200, { answered: true });
  },
});
