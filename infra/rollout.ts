import { services } from '#functions/manifest.ts';
import { serviceEntry, startOrder } from '#functions/service-manifest.ts';
import { alarms, alarmTopic } from './alarms.ts';
import { httpApi } from './api.ts';
import { bedrockRole } from './bedrock.ts';
import { budget } from './budget.ts';
import { containerService } from './container-service.ts';
import { jobs } from './jobs.ts';
import { handlerName } from './names.ts';
import { isBehindRouter, router } from './router.ts';
import { schedules } from './schedules.ts';
import { openWorld } from './service-world.ts';
import { socketRoutes } from './sockets.ts';
import { streams } from './streams.ts';
import { stageOptions, type StageOptions } from './stage.ts';

/** Creates everything in functions/manifest.ts. Returns what SST prints at the end: the services'
 * addresses, the buckets that an operator puts a file into, and warnings. */
export function rollout(): Record<string, $util.Input<string>> {
  const options = stageOptions($app.stage);
  assertKnown(options);
  const topic = alarmTopic(options);
  budget(options);
  const urls: Record<string, $util.Output<string>> = {};
  const sockets: Record<string, $util.Output<string>> = {};
  const buckets: Record<string, $util.Output<string>> = {};
  for (const [service, manifest] of startOrder(services)) {
    if (manifest.isContainer) {
      if (options.agent) containerService(service, manifest, options);
      continue;
    }
    const world = openWorld(service, manifest, options, {
      ...(manifest.showsServices && { LANTERN_SERVICES: listOf(urls) }),
    });
    const api = httpApi(world, options);
    const url = isBehindRouter(manifest, options) ? router(service, api, options) : api.url;
    jobs(world, options);
    socketRoutes(world, url);
    const watched = new Map([...schedules(world), ...streams(world)]);
    alarms(world, { topic, api, watched });
    urls[service] = url;
    if (manifest.hasConfiguration) buckets[`${service}Bucket`] = world.bucket;
    if (world.sockets) sockets[`${service}Sockets`] = world.sockets.url;
  }
  bedrockRole(options);
  return { ...urls, ...sockets, ...buckets, ...warning(options) };
}

function warning({ keepsData, mail }: StageOptions): Record<string, string> {
  if (!keepsData || mail !== undefined) return {};
  const text = `Alarms reach nobody: set mail for the stage ${$app.stage} in infra/stage.ts`;
  return { warning: text };
}

/** In the form that core/docs/settings.ts parses. */
function listOf(urls: Readonly<Record<string, $util.Output<string>>>): $util.Output<string> {
  const list = startOrder(services).flatMap(([name, manifest]) => {
    const url = urls[name];
    return url ? [{ ...serviceEntry(name, manifest), url }] : [];
  });
  return $util.jsonStringify(list);
}

function assertKnown({ reserved, tables }: StageOptions): void {
  const handlers = Object.values(services).flatMap(({ routes }) =>
    routes.map(({ file, exported }) => handlerName(file, exported)),
  );
  const handler = Object.keys(reserved).find((name) => !handlers.includes(name));
  const service = Object.keys(tables).find((name) => !Object.keys(services).includes(name));
  const problem =
    handler !== undefined
      ? `A stage reserves for ${handler}, which answers no route`
      : service !== undefined && `A stage names a table for ${service}, which is no service`;
  if (problem) throw new Error(`${problem}, in infra/stage.ts`);
}
