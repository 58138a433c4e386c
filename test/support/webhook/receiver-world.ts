import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deliveries, type DeliveryRow } from '#core/webhook/deliveries/tables.ts';
import type { Received } from '#test/support/http/http-client.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken, type ScmHost } from '#test/support/scm/state.ts';
import { openWorld, type Home, type World } from '#test/support/world.ts';

export interface Sending {
  /** Null: no header. */
  readonly event?: string | null;
  readonly id?: string | undefined;
  /** An object is sent as JSON. */
  readonly body?: string | Uint8Array | object;
  /** Undefined: the request is not signed. */
  readonly secret?: string | undefined;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

export interface ReceiverWorld extends World {
  readonly host: ScmHost;
  /** Writes config.yaml: the code host, the repository owner/repo, and these lines. */
  configure(lines?: string, repository?: string): Promise<void>;
  /** POST /webhook_server. */
  deliver(sending?: Sending): Promise<Received>;
  row(id: string, repository?: string): Promise<DeliveryRow | undefined>;
  /** Waits for the end of its processing. The clock stands still. */
  ended(id: string, repository?: string): Promise<DeliveryRow>;
  /** Waits until all that was sent is processed. */
  idle(): Promise<void>;
}

export const repository = { name: 'repo', full_name: 'owner/repo' };

export function signatureOf(secret: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** The receiver beside a code host with the repository owner/repo. */
export async function openReceiver(
  home: Home,
  environment: Record<string, string> = {},
): Promise<ReceiverWorld> {
  const host = scmHost({ files: [] });
  await serveHost(host);
  const world = await openWorld(home, 'webhook', { environment });
  const { platform } = world;
  // On AWS the bucket is shared with the test before.
  await platform.blobs.delete('config.yaml');

  const row: ReceiverWorld['row'] = (id, name = repository.full_name) =>
    platform.records.get(deliveries, { repository: name, id });
  return {
    ...world,
    host,
    async configure(lines = '', own = '') {
      const head = `scm-api-url: ${host.origin}\nscm-tokens: [${hostToken}]\n${lines}\n`;
      const entry = `repositories:\n  repo:\n    name: owner/repo\n${own}\n`;
      await platform.blobs.put('config.yaml', head + entry);
      // In the cloud the file is looked at every 10 s.
      await world.clock.advance(10_000);
    },
    deliver({ event = 'ping', id, body = { repository }, secret, headers = {} } = {}) {
      const bytes =
        typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
      return world.send({
        method: 'POST',
        path: '/webhook_server',
        headers: {
          'content-type': 'application/json',
          ...(event !== null && { 'x-scm-event': event }),
          ...(id !== undefined && { 'x-scm-delivery': id }),
          ...(secret !== undefined && { 'x-hub-signature-256': signatureOf(secret, bytes) }),
          ...headers,
        },
        body: bytes,
      });
    },
    row,
    async ended(id, name) {
      for (;;) {
        const found = await row(id, name);
        if (found && found.state !== 'processing') return found;
        await pause(20);
      }
    },
    async idle() {
      for (;;) {
        const { waiting, inFlight } = await platform.queue.depth('webhook-deliveries');
        if (waiting + inFlight === 0) return;
        await pause(20);
      }
    },
  };
}
