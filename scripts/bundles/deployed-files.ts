import { services } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';

/** Starts a task for each message, on stages whose workers are tasks. */
const launcher = 'images/worker/launch.ts';

/** Every file of functions/ that the rollout turns into functions, each once. A service that is a
 * container has none; of a worker's job what it gave up is noted by a function. */
export function deployedFiles(all: Readonly<Record<string, Service>> = services): string[] {
  const files = Object.values(all)
    .filter(({ isContainer }) => !isContainer)
    .flatMap(({ routes, common, jobs, sockets, schedules }) => [
      ...[...routes, ...jobs, ...sockets, ...schedules].map(({ file }) => file),
      common,
    ]);
  return [...new Set([...files, launcher])];
}
