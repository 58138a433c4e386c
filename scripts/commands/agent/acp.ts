import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { TurnEvent } from '#core/agent/schema.ts';
import type { ServerClient } from '../line/server-client.ts';
import type { Shell } from '../line/shell.ts';
import { invalidParams, RpcError, serveRpc, type Peer } from './rpc.ts';
import { runTurn } from './turn.ts';

const newSession = z.object({ cwd: z.string(), mcpServers: z._default(z.array(z.unknown()), []) });
const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('resource_link'), uri: z.string() }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({ uri: z.string(), text: z.string() }),
  }),
]);
const prompt = z.object({ sessionId: z.string(), prompt: z.array(block) });
const cancel = z.object({ sessionId: z.string() });
const permission = z.object({
  outcome: z.object({ outcome: z.string(), optionId: z.optional(z.string()) }),
});

/** What each session has: its provider, model, limits and so on. */
export type SessionFields = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<string, string>> = {
  read: 'read',
  ls: 'read',
  grep: 'search',
  find: 'search',
  edit: 'edit',
  write: 'edit',
  bash: 'execute',
};

/** Speaks the Agent Client Protocol with an editor, and asks the agent service. */
export async function serveEditor(
  client: ServerClient,
  fields: SessionFields,
  shell: Shell,
): Promise<void> {
  const { default: metadata } = await import('../../../package.json', { with: { type: 'json' } });
  const sessions = new Set<string>();
  /** Another session of the service is none of this editor. */
  const pathOf = (id: string) => {
    if (sessions.has(id)) return `/sessions/${id}`;
    throw new RpcError(invalidParams, 'No such session');
  };
  await serveRpc(shell, {
    initialize: async () => ({
      protocolVersion: 1,
      agentCapabilities: { promptCapabilities: { embeddedContext: true } },
      agentInfo: { name: 'lantern', title: 'Lantern', version: metadata.version },
      authMethods: [],
    }),
    async 'session/new'(params) {
      const { cwd, mcpServers } = parse(newSession, params);
      if (mcpServers.length > 0) shell.stderr.write('MCP servers of the editor are not used\n');
      const request = { method: 'POST', path: '/sessions', body: { ...fields, cwd } } as const;
      const { session_id: sessionId } = await client.ask<{ session_id: string }>(request);
      sessions.add(sessionId);
      return { sessionId };
    },
    async 'session/prompt'(params, peer) {
      const { sessionId, prompt: blocks } = parse(prompt, params);
      const path = pathOf(sessionId);
      const show = updates(client, peer, { sessionId, path, shell });
      const message = blocks.map(textOf).join('\n\n');
      const { error, aborted = false } = await runTurn(client, sessionId, message, show);
      if (error !== undefined) throw new Failure('upstream', 'failed_turn', error);
      return { stopReason: aborted ? 'cancelled' : 'end_turn' };
    },
    async 'session/cancel'(params) {
      const path = pathOf(parse(cancel, params).sessionId);
      await client.ask({ method: 'POST', path: `${path}/abort` });
    },
  });
  // The editor has ended.
  await Promise.allSettled(
    [...sessions].map((id) => client.ask({ method: 'DELETE', path: pathOf(id) })),
  );
}

interface Place {
  readonly sessionId: string;
  readonly path: string;
  readonly shell: Shell;
}

/** Shows the events of a turn in the editor. */
function updates(client: ServerClient, peer: Peer, { sessionId, path, shell }: Place) {
  /** A model may use the id of a call again in a later message. */
  const calls = new Map<string, string>();
  const update = (fields: object) => peer.notify('session/update', { sessionId, update: fields });

  async function ask(event: Extract<TurnEvent, { readonly type: 'permission' }>): Promise<void> {
    const { tool, call, request, arguments: rawInput } = event;
    const toolCallId = calls.get(call) ?? call;
    const title = `${tool} ${JSON.stringify(rawInput)}`;
    const toolCall = { toolCallId, title, kind: kinds[tool] ?? 'other', rawInput };
    const options = [
      { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
      { optionId: 'reject', name: 'Refuse', kind: 'reject_once' },
    ];
    const answer = await peer
      .request('session/request_permission', { sessionId, toolCall, options })
      .then((result) => permission.parse(result))
      .catch(() => undefined);
    const { outcome, optionId } = answer?.outcome ?? {};
    const allow = outcome === 'selected' && optionId === 'allow';
    await client.ask({ method: 'POST', path: `${path}/permissions/${request}`, body: { allow } });
  }

  return (event: TurnEvent, id: string): void => {
    if (event.type === 'text') {
      const content = { type: 'text', text: event.text };
      update({ sessionUpdate: 'agent_message_chunk', content });
    } else if (event.type === 'tool_start') {
      const { tool, call } = event;
      const toolCallId = `${call}-${id}`;
      calls.set(call, toolCallId);
      const shown = { toolCallId, title: tool, kind: kinds[tool] ?? 'other' };
      update({ sessionUpdate: 'tool_call', ...shown, status: 'in_progress' });
    } else if (event.type === 'tool_end') {
      const toolCallId = calls.get(event.call) ?? event.call;
      const status = event.isError ? 'failed' : 'completed';
      update({ sessionUpdate: 'tool_call_update', toolCallId, status });
    } else if (event.type === 'permission') {
      // It may have been answered elsewhere, or too late: the service decides.
      ask(event).catch((error: unknown) => shell.stderr.write(`${String(error)}\n`));
    }
  };
}

function textOf(part: z.output<typeof block>): string {
  if (part.type === 'text') return part.text;
  return part.type === 'resource_link' ? part.uri : `${part.resource.uri}\n${part.resource.text}`;
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, params: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(params);
  if (success) return data;
  throw new RpcError(invalidParams, 'The parameters do not match the protocol');
}
