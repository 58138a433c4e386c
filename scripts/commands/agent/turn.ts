import { setTimeout as pause } from 'node:timers/promises';
import { turnEvent, type TurnEvent } from '#core/agent/schema.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import { linesOf } from '#core/text/lines.ts';
import type { ServerClient } from '../line/server-client.ts';

type Done = Extract<TurnEvent, { readonly type: 'done' }>;

/** Less time than the service waits for a reader that lost its connection. */
const maxAttempts = 5;

/** Sends a prompt and shows each event of its turn, also after the connection was lost. */
export async function runTurn(
  client: ServerClient,
  session: string,
  message: string,
  show: (event: TurnEvent, id: string) => void,
): Promise<Done> {
  let last: string | undefined;
  let done: Done | undefined;
  const receive = async (parts: AsyncIterable<Uint8Array>) => {
    const fields: Record<string, string> = {};
    for await (const line of linesOf(parts)) {
      const [, name = '', value = ''] = /^(\w+): ([^]*)$/.exec(line) ?? [];
      fields[name] = value;
      if (name !== 'data') continue;
      last = fields['id'];
      const data = JSON.parse(value) as object;
      const { success, data: event } = turnEvent.safeParse({ type: fields['event'], ...data });
      // A newer service may have further events.
      if (!success) continue;
      if (event.type === 'done') done = event;
      else show(event, last ?? '');
    }
  };
  const events = { accept: 'text/event-stream' };
  const path = `/sessions/${session}`;
  const request = { method: 'POST', path: `${path}/prompt`, body: { message } } as const;
  await client.load({ ...request, headers: events, receive }).catch((error: unknown) => {
    if (last === undefined) throw error;
  });
  for (let attempt = 0; done === undefined; attempt += 1) {
    if (attempt === maxAttempts) {
      throw new Failure('upstream', 'lost', 'The connection to the agent service was lost');
    }
    await pause(250 * 2 ** attempt);
    const headers = { ...events, ...(last !== undefined && { 'last-event-id': last }) };
    await client.load({ path: `${path}/events`, headers, receive }).catch((error: unknown) => {
      if (!isFailure(error, 'upstream')) throw error;
    });
  }
  return done;
}
