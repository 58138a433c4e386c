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

/** Makes everything that functions/manifest.ts names, and gives the services' addresses. */
export function rollout(): Record<string, $util.Output<string>> {
  const options = stageOptions($app.stage);
  assertReserved(options);
  const topic = alarmTopic(options);
  budget(options);
  const urls: Record<string, $util.Output<string>> = {};
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
  return urls;
}

function assertReserved({ reserved }: StageOptions): void {
  const files = Object.values(services).flatMap(({ routes }) => routes.map(({ file }) => file));
  const unknown = Object.keys(reserved).find((file) => !files.includes(file));
  if (unknown === undefined) return;
  throw new Error(`A stage reserves for ${unknown}, which answers no route, in infra/stage.ts`);
}
