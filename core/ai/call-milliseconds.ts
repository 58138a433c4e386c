import type { Platform } from '#core/platform/ports/platform.ts';

/** With less time a model would not finish its answer. */
const leastMilliseconds = 60_000;

/** The time that remains for a call of a model in a step: what the step did before, such as fetching
 * the tree, counts. */
export function callMilliseconds(
  needs: Pick<Platform, 'home' | 'clock'>,
  { timeout_minutes }: { readonly timeout_minutes: number },
  began: number,
): number {
  const remaining = needs.home.callMinutes * 60_000 - (needs.clock.now().getTime() - began);
  return Math.min(timeout_minutes * 60_000, Math.max(leastMilliseconds, remaining));
}
