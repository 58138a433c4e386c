import { services } from '#functions/manifest.ts';
import { alarms, alarmTopic } from './alarms.ts';
import { httpApi } from './api.ts';
import { bedrockRole } from './bedrock.ts';
import { budget } from './budget.ts';
import { containerService } from './container-service.ts';
import { jobs } from './jobs.ts';
import { schedules } from './schedules.ts';
import { openWorld } from './service-world.ts';
import { socketRoutes } from './sockets.ts';
import { stageOptions, type StageOptions } from './stage.ts';

/** Makes everything that functions/manifest.ts names, and gives what SST prints at the end: the
 * services' addresses, and what a stage should not be without. */
export function rollout(): Record<string, $util.Input<string>> {
  const options = stageOptions($app.stage);
  assertKnown(options);
  const topic = alarmTopic(options);
  budget(options);
  const urls: Record<string, $util.Input<string>> = {};
  for (const [service, manifest] of Object.entries(services)) {
    if (manifest.isContainer) {
      if (options.agent) containerService(service, manifest, options);
      continue;
    }
    const world = openWorld(service, manifest, options);
    const api = httpApi(world, options);
    jobs(world, options);
    socketRoutes(world);
    const scheduled = schedules(world);
    alarms(world, { topic, api, scheduled });
    urls[service] = api.url;
    if (world.sockets) urls[`${service}Sockets`] = world.sockets.url;
  }
  bedrockRole(options);
  if (options.keepsData && options.mail === undefined) {
    urls['warning'] = `Alarms reach nobody: set mail for the stage ${$app.stage} in infra/stage.ts`;
  }
  return urls;
}

function assertKnown({ reserved, tables }: StageOptions): void {
  const files = Object.values(services).flatMap(({ routes }) => routes.map(({ file }) => file));
  const file = Object.keys(reserved).find((name) => !files.includes(name));
  const service = Object.keys(tables).find((name) => !Object.keys(services).includes(name));
  const problem =
    file !== undefined
      ? `A stage reserves for ${file}, which answers no route`
      : service !== undefined && `A stage names a table for ${service}, which is no service`;
  if (problem) throw new Error(`${problem}, in infra/stage.ts`);
}
