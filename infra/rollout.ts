import { services } from '#functions/manifest.ts';
import { alarms, alarmTopic } from './alarms.ts';
import { httpApi } from './api.ts';
import { budget } from './budget.ts';
import { containerService } from './container-service.ts';
import { jobs } from './jobs.ts';
import { schedules } from './schedules.ts';
import { openWorld } from './service-world.ts';
import { socketRoutes } from './sockets.ts';
import { stageOptions } from './stage.ts';

/** Makes everything that functions/manifest.ts names, and gives the services' addresses. */
export function rollout(): Record<string, $util.Output<string>> {
  const options = stageOptions($app.stage);
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
  return urls;
}
