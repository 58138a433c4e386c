import { createHash, randomUUID } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';

export type Headers = Readonly<Record<string, string | undefined>>;

/** The default code host sends its own names; those of the interface win. */
export function readEvent(headers: Headers): string {
  const event = headers['x-scm-event'] ?? headers['x-github-event'];
  if (event) return event;
  throw new Failure('invalid', 'no_event', 'Missing X-Scm-Event header');
}

export interface DeliveryId {
  /** For the answer. */
  readonly echoed: string;
  /** The hook id of log and row: a second delivery with it is the same one. */
  readonly id: string;
}

export function readDeliveryId(headers: Headers): DeliveryId {
  const echoed = headers['x-scm-delivery'] ?? headers['x-github-delivery'];
  if (!echoed) return { echoed: 'unknown-delivery', id: randomUUID() };
  return { echoed, id: plainId(echoed) };
}

/** An id that fits into keys and log lines; the code host's own always do. */
function plainId(text: string): string {
  if (/^[\w.:-]{1,200}$/.test(text)) return text;
  return createHash('sha256').update(text).digest('hex');
}

const secret = /authorization|cookie|token|secret|api-?key|signature/;

/** The headers that are kept with a delivery. */
export function keptHeaders(headers: Headers): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !secret.test(name));
  return Object.fromEntries(entries.map(([name, value = '']) => [name, value]));
}
