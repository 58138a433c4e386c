import { services } from '#functions/manifest.ts';
import { serviceEntry, startOrder, type Service } from '#functions/service-manifest.ts';
import { accountAlarms, edgeAlarms, stageAlarms } from './alarm.ts';
import { alarms } from './alarms.ts';
import { httpApi } from './api.ts';
import { bedrockRole } from './bedrock.ts';
import { budget } from './budget.ts';
import { containerService } from './container-service.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { logTable } from './log-table.ts';
import { handlerName } from './names.ts';
import { isBehindRouter, router } from './router.ts';
import { schedules } from './schedules.ts';
import { openWorld } from './service-world.ts';
import { socketRoutes } from './sockets.ts';
import { streams } from './streams.ts';
import { stageOptions, type StageOptions } from './stage.ts';

const containers = startOrder(services).filter(([, { isContainer }]) => isContainer);

/** Creates everything in functions/manifest.ts. Returns what SST prints at the end: the services'
 * addresses, and the buckets that an operator puts a file into. */
export function rollout(): Record<string, $util.Input<string>> {
  const options = stageOptions($app.stage);
  assertKnown(options);
  const alarm = stageAlarms(options);
  const edgeAlarm = edgeAlarms(options, alarm);
  accountAlarms(alarm, options);
  budget(options);
  const urls: Record<string, $util.Output<string>> = {};
  const sockets: Record<string, $util.Output<string>> = {};
  const shown: Parameters<typeof dashboard>[0][number][] = [];
  const buckets: Record<string, $util.Output<string>> = {};
  const [agent] = options.agent ? containers : [];
  const agentUrl = agent && containerService(...agent, options, alarm);
  for (const [service, declared] of startOrder(services)) {
    if (declared.isContainer) continue;
    const manifest = onStage(declared, options);
    const world = openWorld(service, manifest, options, {
      agentUrl,
      more: othersOf(service, manifest, options, urls),
    });
    const api = httpApi(world, options);
    const cdn = isBehindRouter(manifest, options) ? router(service, api, options) : undefined;
    const url = cdn?.url ?? api.url;
    jobs(world, options);
    logTable(manifest, world.bucket);
    socketRoutes(world, url);
    const called = { scheduled: schedules(world), streamed: streams(world) };
    alarms(world, { alarm, edgeAlarm, api, router: cdn, ...called });
    shown.push({ world, api });
    urls[service] = url;
    if (manifest.hasConfiguration) buckets[`${service}Bucket`] = world.bucket;
    if (world.sockets) sockets[`${service}Sockets`] = world.sockets.url;
  }
  bedrockRole(options);
  dashboard(shown, options.region);
  return { ...urls, ...sockets, ...buckets };
}

/** The manifest with what a stage changes: how many messages are worked off at once, and the key of
 * the agent service for workers that ask it. */
function onStage(manifest: Service, { agent, concurrency }: StageOptions): Service {
  const jobs = manifest.jobs.map((job) => {
    return { ...job, concurrency: concurrency[job.queue] ?? job.concurrency };
  });
  const isAsking = agent && jobs.some(({ runsOn }) => runsOn === 'worker');
  const keys = containers.flatMap(([, { listens }]) => listens.key ?? []);
  const more = isAsking ? keys.map((name) => ({ name, isForWorker: true as const })) : [];
  return { ...manifest, jobs, secrets: [...(manifest.secrets ?? []), ...more] };
}

/** The other services, in the form that core/web/services.ts parses. Names of a domain are known
 * before; without it the service that starts last learns the addresses of the others. */
function othersOf(
  service: string,
  { home, showsServices }: Service,
  { domain }: StageOptions,
  urls: Readonly<Record<string, $util.Input<string>>>,
): Record<string, $util.Output<string>> {
  if (!home || (domain === undefined && !showsServices)) return {};
  const list = startOrder(services).flatMap(([name, manifest]) => {
    if (name === service || manifest.isContainer) return [];
    const url = domain === undefined ? urls[name] : `https://${name}.${domain}`;
    return url ? [{ ...serviceEntry(name, manifest), url }] : [];
  });
  return { LANTERN_SERVICES: $util.jsonStringify(list) };
}

function assertKnown(options: StageOptions): void {
  const { concurrency, keepsData, mail, reserved, tables } = options;
  const handlers = Object.values(services).flatMap(({ routes }) =>
    routes.map(({ file, exported }) => handlerName(file, exported)),
  );
  const handler = Object.keys(reserved).find((name) => !handlers.includes(name));
  const queues = Object.values(services).flatMap(({ jobs }) => jobs.map(({ queue }) => queue));
  const queue = Object.keys(concurrency).find((name) => !queues.includes(name));
  const service = Object.keys(tables).find((name) => !Object.keys(services).includes(name));
  const problems = [
    keepsData &&
      mail === undefined &&
      `Alarms of ${$app.stage} reach nobody: set mail for the stage`,
    handler !== undefined && `A stage reserves for ${handler}, which answers no route`,
    queue !== undefined && `A stage sets the concurrency of ${queue}, which is no queue`,
    service !== undefined && `A stage names a table for ${service}, which is no service`,
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new Error(`${problems.join('. ')}, in infra/stage.ts`);
}
