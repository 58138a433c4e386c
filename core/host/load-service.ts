import { services, type Service, type ServiceName } from '#functions/manifest.ts';
import type { Handler } from '../http/endpoint.ts';
import type { Job } from '../jobs/job.ts';
import { routeKeyProblems, routeKeysOf } from '../http/route-keys.ts';
import { bySpecificity, patternOf, type Pattern } from '../http/routes.ts';
import type { Hosting } from './hosting.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { QueueDefinition } from '#core/platform/ports/queue.ts';
import { fromFunctions, loadJob, type Load } from './load-job.ts';
import { queueOf } from './queue-of.ts';

export type ScheduleFunction = (event: object, context: object) => Promise<void>;
export type SocketFunction = (event: object, context: object) => Promise<{ statusCode: number }>;

export interface LoadedService {
  readonly name: string;
  readonly errorKey: Service['errorKey'];
  /** `<method> <path>` of the routes that answer to any host name. */
  readonly anyHost: ReadonlySet<string>;
  readonly routes: readonly { readonly pattern: Pattern; readonly handler: Handler }[];
  readonly fallback: Handler;
  readonly jobs: readonly (Job & { readonly concurrency: number; readonly queue: string })[];
  readonly queues: readonly QueueDefinition[];
  readonly sockets: ReadonlyMap<
    string,
    Record<'connect' | 'message' | 'disconnect', SocketFunction>
  >;
  readonly schedules: readonly {
    readonly name: string;
    readonly everyMinutes: number;
    readonly handler: ScheduleFunction;
  }[];
  /** Reads the service's own settings; Failure('configuration') refuses the start. */
  readonly hosting: (environment: Environment) => Hosting;
}

/** Loads the very exports that are deployed. */
export async function loadService(
  name: string,
  service: Service = services[name as ServiceName],
  load: Load = fromFunctions,
): Promise<LoadedService> {
  const problems = routeKeyProblems([...routeKeysOf(service.routes), '$default']);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const loaded = <Exports>(file: string) => load(file) as Promise<Exports>;
  const routes = await Promise.all(
    service.routes.map(async (route) => ({
      pattern: patternOf(route),
      handler: (await loaded<{ handler: Handler }>(route.file)).handler,
    })),
  );
  const jobs = await Promise.all(
    service.jobs.map(async (declared) => {
      const { queue, concurrency } = declared;
      return { ...(await loadJob(declared, load)), queue, concurrency };
    }),
  );
  const sockets = await Promise.all(
    service.sockets.map(
      async ({ path, file }) =>
        [
          path,
          await loaded<Record<'connect' | 'message' | 'disconnect', SocketFunction>>(file),
        ] as const,
    ),
  );
  const schedules = await Promise.all(
    service.schedules.map(async (schedule) => ({
      ...schedule,
      handler: (await loaded<{ handler: ScheduleFunction }>(schedule.file)).handler,
    })),
  );
  return {
    name,
    errorKey: service.errorKey,
    anyHost: new Set([`GET ${service.health}`, ...(service.anyHost ?? [])]),
    routes: routes.sort((a, b) => bySpecificity(a.pattern, b.pattern)),
    fallback: (await loaded<{ handler: Handler }>(service.fallback)).handler,
    jobs,
    queues: jobs.map(({ definition }) => queueOf(definition)),
    sockets: new Map(sockets),
    schedules,
    hosting: (await loaded<{ hosting: LoadedService['hosting'] }>(service.hosting)).hosting,
  };
}
