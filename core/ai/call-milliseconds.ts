import * as z from 'zod/mini';
import type { Platform } from '../platform/ports/platform.ts';
import { settings } from '../platform/settings.ts';

/** A function has 15 minutes for a step, some of which are not the model's. */
const functionMinutes = 14;
/** The longest that fits a timer. */
const timerMinutes = 35_000;

/** With less time a model would not finish its answer. */
const leastMilliseconds = 60_000;

/** The rollout sets it to what runs the steps in the cloud. */
const workerSettings = settings({ LANTERN_WORKER: z.optional(z.string()) });

/** The longest that a call of a model may take where the steps run. */
export function longestMinutes({
  home,
  environment,
}: Pick<Platform, 'home' | 'environment'>): number {
  const hasEnd = home === 'aws' && workerSettings(environment).LANTERN_WORKER !== 'task';
  return hasEnd ? functionMinutes : timerMinutes;
}

/** The time that is left for a call of a model in a step: what the step did before, such as fetching
 * the tree, counts. */
export function callMilliseconds(
  needs: Pick<Platform, 'home' | 'environment' | 'clock'>,
  { timeout_minutes }: { readonly timeout_minutes: number },
  began: number,
): number {
  const left = longestMinutes(needs) * 60_000 - (needs.clock.now().getTime() - began);
  return Math.min(timeout_minutes * 60_000, Math.max(leastMilliseconds, left));
}
