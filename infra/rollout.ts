import { services } from '#functions/manifest.ts';
import { httpApi } from './api.ts';
import { jobs } from './jobs.ts';
import { logicalName } from './names.ts';
import { schedules } from './schedules.ts';
import { openWorld } from './service-world.ts';
import { socketRoutes } from './sockets.ts';
import { stageOptions } from './stage.ts';

const retention = { '1 week': 7, '1 month': 30, '3 months': 90, '1 year': 365 } as const;

/** Everything that functions/manifest.ts names. */
export function rollout(): Record<string, $util.Output<string>> {
  const options = stageOptions($app.stage);
  const urls: Record<string, $util.Output<string>> = {};
  for (const [service, manifest] of Object.entries(services)) {
    const logs = new aws.cloudwatch.LogGroup(`${logicalName(service)}Logs`, {
      retentionInDays: retention[options.logRetention],
    });
    const world = openWorld({ service, manifest, logs, secrets: [] });
    urls[service] = httpApi(world, options.domain).url;
    jobs(world);
    socketRoutes(world);
    schedules(world);
  }
  return urls;
}
