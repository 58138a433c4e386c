import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
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

const prefix = 'sha256=';
const length = prefix.length + 64;

/**
 * Checks `X-Hub-Signature-256` against the raw bytes, with each secret that is active. No other header
 * counts, and an answer takes the same time for every wrong signature (S17).
 */
export function checkSignature(
  header: string | undefined,
  bytes: Uint8Array,
  secrets: readonly string[],
): void {
  if (!header) {
    const message = 'x-hub-signature-256 header is missing!';
    throw new Failure('forbidden', 'no_signature', message);
  }
  // A header that came twice is joined by a comma, and so too long.
  const claimed = Buffer.from(header);
  const isLong = claimed.length === length;
  const matches = secrets.map((secret) => {
    const expected = prefix + createHmac('sha256', secret).update(bytes).digest('hex');
    return isLong && timingSafeEqual(claimed, Buffer.from(expected));
  });
  if (matches.includes(true)) return;
  throw new Failure('forbidden', 'wrong_signature', "Request signatures didn't match!");
}
