import { seeded } from '#test/support/seeded.ts';
import type { HostReply } from './reply.ts';
import type { ScmHost } from './state.ts';

/** The connection is lost. */
const lost: HostReply = { status: 0, body: '' };
const failures: readonly HostReply[] = [
  { status: 500, body: {} },
  { status: 502, body: '<html>Bad gateway</html>' },
  { status: 503, body: { message: 'Unavailable' } },
  lost,
];

export interface Failing {
  calls: number;
  failures: number;
  /** What was done although the caller was told that it failed. */
  unclear: number;
}

/**
 * Has about a tenth of the calls fail, at random places that are the same in every run. A failure lasts for
 * the next calls of the same address, sometimes for longer than the tries of a call. Half of the failures
 * come after the effect: its answer is lost.
 */
export function failOften(host: ScmHost, seed: number): Failing {
  const random = seeded(seed);
  const counts = { calls: 0, failures: 0, unclear: 0 };
  const left = new Map<string, number>();
  const real = host.handle;
  host.handle = (request) => {
    counts.calls += 1;
    const place = `${request.method} ${request.path}`;
    const more = left.get(place) ?? (random() < 0.035 ? (random() < 0.1 ? 12 : 2) : 0);
    if (more > 0) left.set(place, more - 1);
    else left.delete(place);
    if (more === 0) return real(request);
    counts.failures += 1;
    if (random() < 0.5 && real(request).status < 300) {
      if (request.method !== 'GET') counts.unclear += 1;
    }
    return failures[Math.floor(random() * failures.length)] ?? lost;
  };
  return counts;
}
