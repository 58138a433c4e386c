import { Failure } from '#core/platform/failure.ts';
import type { Clock } from '#core/platform/ports/clock.ts';

/** Keeps each result for a time, and one that is being made for all who ask meanwhile. Errors are
 * not kept. */
export function cachedFor<Result>(clock: Pick<Clock, 'now'>, milliseconds: number) {
  const entries = new Map<string, { readonly until: number; readonly result: Promise<Result> }>();
  return (key: string, make: () => Promise<Result>): Promise<Result> => {
    const now = clock.now().getTime();
    for (const [name, { until }] of entries) if (until <= now) entries.delete(name);
    const cached = entries.get(key);
    if (cached) return cached.result;
    const result = make();
    entries.set(key, { until: now + milliseconds, result });
    result.catch(() => entries.delete(key));
    return result;
  };
}

/** The message of the failure with which the check ends; undefined: it succeeds. */
export async function failureOf(check: Promise<void>): Promise<string | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
