import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isOnThisMachine } from '#core/http/request/on-this-machine.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isLoopback } from '#core/platform/settings.ts';
import { firstSegment, takeOff } from './gateway/prefix.ts';
import { targetOf } from './gateway/request-target.ts';

/** A service of this process that is also reached below a path of another one's address. */
export interface Behind {
  readonly path: string;
  readonly service: Listener;
}

export interface Listener {
  /** Milliseconds that a request may take. */
  readonly requestTimeout: number;
  answer(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** The service that the request is for, with its path taken off; undefined: the one in front. */
export function behindOf(all: readonly Behind[], request: IncomingMessage): Listener | undefined {
  if (all.length === 0) return undefined;
  const segment = firstSegment(request);
  const behind = all.find(({ path }) => path === segment);
  if (behind) takeOff(request, segment);
  return behind?.service;
}

/**
 * A service on a loopback address trusts every client, and the address in front of it may be open to
 * other machines, directly or through a proxy. Those reach only the routes in `open` (S13).
 */
export function beyondReach(
  { method = 'GET', url, headers, socket }: IncomingMessage,
  { host, open }: { readonly host: string; readonly open: ReadonlySet<string> },
  platform: Pick<Platform, 'home'>,
): Failure | undefined {
  if (!isLoopback(host)) return undefined;
  const sender = { address: socket.remoteAddress ?? '', headers: headers as Headers };
  if (isOnThisMachine(sender, platform)) return undefined;
  if (open.has(`${method === 'HEAD' ? 'GET' : method} ${targetOf(url).path}`)) return undefined;
  const message = `This service listens on ${host}, so it answers to this machine alone`;
  return new Failure('forbidden', 'this_machine_alone', message);
}

type Headers = Readonly<Record<string, string | undefined>>;
