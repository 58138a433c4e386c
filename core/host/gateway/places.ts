import type { EventEmitter } from 'node:events';
import { Failure } from '#core/platform/failure.ts';
import { addressRanges, clientOf } from '#core/text/address-ranges.ts';

export interface Places {
  readonly inAll: number;
  readonly perClient: number;
}

/**
 * Limits what is in work at one time, for each client and in all, so that no client keeps others out
 * (R5). A proxy that does not say for whom it asks is limited in all only: it has many clients.
 */
export function places({ inAll, perClient }: Places, proxies: readonly string[]) {
  const proxyRanges = addressRanges(proxies);
  const counts = new Map<string, number>();
  let sum = 0;
  /** Takes a place until `work` emits `close`. Returns why there is none. */
  return function enter(address: string, work: EventEmitter): Failure | undefined {
    const client = clientOf(address);
    const count = counts.get(client) ?? 0;
    if (sum >= inAll) return full('unavailable', 'The service has too many connections');
    if (count >= perClient && !proxyRanges.has(address)) {
      return full('too-many', 'Your address has too many connections');
    }
    counts.set(client, count + 1);
    sum += 1;
    work.once('close', () => {
      const remaining = (counts.get(client) ?? 0) - 1;
      if (remaining > 0) counts.set(client, remaining);
      else counts.delete(client);
      sum -= 1;
    });
    return undefined;
  };
}

function full(kind: 'unavailable' | 'too-many', what: string): Failure {
  const message = `${what}. Try again in 10 seconds.`;
  const headers = { 'retry-after': '10' };
  return new Failure(kind, 'too_many_connections', message, { extra: { headers } });
}
