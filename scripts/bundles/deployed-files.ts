import { services } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';

/** Starts a task for each message, on stages whose workers are tasks. */
const launcher = 'images/worker/launch.ts';

/** Every file of functions/ that the rollout bundles, each once. Containers have none; jobs of the
 * worker have one for their dead letters. */
export function deployedFiles(all: Readonly<Record<string, Service>> = services): string[] {
  const files = Object.values(all)
    .filter(({ isContainer }) => !isContainer)
    .flatMap(({ routes, common, jobs, sockets, schedules, streams = [] }) => [
      ...[...routes, ...jobs, ...sockets, ...schedules, ...streams].map(({ file }) => file),
      common,
    ]);
  return [...new Set([...files, launcher])];
}
