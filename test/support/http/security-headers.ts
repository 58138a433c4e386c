import { expect } from 'vitest';
import type { ServiceName } from '#functions/manifest.ts';
import type { Received } from './http-client.ts';

const ofEveryAnswer = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' };
const ofPages = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': expect.stringMatching(
    /^(?!.*unsafe-inline)default-src 'none'; .*frame-ancestors 'none'/,
  ) as string,
};

/** The security headers of an answer. */
export function headersIn({ headers }: Received): Record<string, unknown> {
  const names = [...Object.keys({ ...ofEveryAnswer, ...ofPages }), 'strict-transport-security'];
  const present = names.filter((name) => headers[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, headers[name] as unknown]));
}

/** Those that it must have (S19). */
export function headersFor(service: ServiceName, { headers }: Received): Record<string, unknown> {
  const hasCookies = service === 'docs' || service === 'analysis';
  const isPage = headers['content-type']?.startsWith('text/html');
  return {
    ...ofEveryAnswer,
    ...(isPage && ofPages),
    ...(hasCookies && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
