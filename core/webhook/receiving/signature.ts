import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';

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
