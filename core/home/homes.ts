import * as z from 'zod/mini';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Home } from '#core/platform/ports/home.ts';
import { settings } from '#core/platform/settings.ts';

/** The longest that fits a timer. */
const timerMinutes = 35_000;

export const laptop: Home = {
  name: 'local',
  isOneMachine: true,
  worksAfterReply: true,
  worksForRequests: true,
  callMinutes: timerMinutes,
  callMilliseconds: 90_000,
  waitMilliseconds: 60_000,
  readAgainMilliseconds: 100,
  bodyBytes: Infinity,
  temporaryBytes: Infinity,
};

/** Equal containers, of which any may work a step off. */
export const cluster: Home = {
  ...laptop,
  name: 'cluster',
  isOneMachine: false,
  // A look is a request to the store of objects.
  readAgainMilliseconds: 2_000,
};

/** The rollout sets it to what runs the steps. */
const workerSettings = settings({ LANTERN_WORKER: z.optional(z.string()) });

export function cloud(environment: Environment): Home {
  const isTask = workerSettings(environment).LANTERN_WORKER === 'task';
  return {
    name: 'aws',
    isOneMachine: false,
    worksAfterReply: false,
    worksForRequests: false,
    // A function has 15 minutes for a step, some of which are not the model's.
    callMinutes: isTask ? timerMinutes : 14,
    // A request of an HTTP API ends after 30 s.
    callMilliseconds: 20_000,
    waitMilliseconds: 25_000,
    readAgainMilliseconds: 10_000,
    // A larger one does not fit into the event of a function.
    bodyBytes: 4_000_000,
    // Functions have 4 GB, for the clones too.
    temporaryBytes: 2_048 * 1024 * 1024,
  };
}
