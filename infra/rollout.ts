import { services } from '#functions/manifest.ts';
import { startOrder, type Service } from '#functions/service-manifest.ts';
import { accountAlarms, edgeAlarms, stageAlarms } from './alarm.ts';
import { alarms } from './alarms.ts';
import { addresses, originsOf, othersOf } from './addresses.ts';
import { httpRoutes } from './api.ts';
import { bedrockRole } from './bedrock.ts';
import { budget } from './budget.ts';
import { containerService } from './container-service.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { logTable } from './log-table.ts';
import { handlerName } from './names.ts';
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
  const running = startOrder(services).flatMap(([service, manifest]) =>
    manifest.isContainer ? [] : [[service, onStage(manifest, options)] as const],
  );
  const all = addresses(running, options);
  const urls = Object.fromEntries(all.map(({ service, url }) => [service, url]));
  const sockets: Record<string, $util.Output<string>> = {};
  const shown: Parameters<typeof dashboard>[0][number][] = [];
  const buckets: Record<string, $util.Output<string>> = {};
  const [agent] = options.agent ? containers : [];
  const agentUrl = agent && containerService(...agent, options, alarm);
  for (const address of all) {
    const { service, manifest, api, cdn } = address;
    const more = othersOf(address, all, options);
    const world = openWorld(service, manifest, options, { agentUrl, more });
    httpRoutes(api, world, options);
    jobs(world, options);
    logTable(manifest, world.bucket);
    socketRoutes(world, originsOf(address, all));
    const called = { scheduled: schedules(world), streamed: streams(world) };
    alarms(world, { alarm, edgeAlarm, api, router: cdn, ...called });
    shown.push({ world, api });
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
