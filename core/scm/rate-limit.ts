import type { ScmReply } from './send.ts';

/** What the host asks for when it names no time. */
const shortestSecondary = 60_000;

/**
 * The milliseconds to wait after an answer that refuses for a rate limit; undefined: it does not.
 * Rules: docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api. Tries count from 0.
 */
export function rateLimitWait(reply: ScmReply, tries: number, now: Date): number | undefined {
  const { status, headers, text } = reply;
  if (status !== 403 && status !== 429) return undefined;
  const after = headers['retry-after'];
  if (after !== undefined && /^\d{1,9}$/.test(after)) return Number(after) * 1_000;
  const reset = headers['x-ratelimit-reset'] ?? '';
  if (headers['x-ratelimit-remaining'] === '0' && /^\d{1,12}$/.test(reset)) {
    return Math.max(0, Number(reset) * 1_000 - now.getTime()) + 1_000;
  }
  const isSecondary = status === 429 || /secondary rate limit|abuse detection/i.test(text);
  return isSecondary ? shortestSecondary * 2 ** tries : undefined;
}
