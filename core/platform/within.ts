import type { Clock } from './ports/clock.ts';

/** What the work gives; undefined when it takes longer, and goes on. */
export async function within<Value>(
  clock: Clock,
  timeoutMs: number,
  work: Promise<Value>,
): Promise<Value | undefined> {
  const ended = new AbortController();
  const late = clock.sleep(timeoutMs, ended.signal).then(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}
