import type { Service } from '#functions/service-manifest.ts';
import { healthPath } from '#functions/service-manifest.ts';
import type { Handler } from '#core/http/endpoint.ts';
import { routeKeyProblems, routeKeysOf } from '#core/http/route-keys.ts';
import { bySpecificity, patternOf, type Pattern } from '#core/http/routes.ts';
import type { Job } from '#core/jobs/job.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { QueueDefinition } from '#core/platform/ports/queue.ts';
import { hostingOf, type Hosting } from './hosting.ts';
import { fromFunctions, loadJob, type Load } from '../queues/load-job.ts';
import { queueOf } from '../queues/queue-of.ts';

export type ScheduleFunction = (event: object, context: object) => Promise<void>;
export type SocketFunction = (event: object, context: object) => Promise<{ statusCode: number }>;
type SocketFunctions = Record<'connect' | 'message' | 'disconnect', SocketFunction>;

export interface LoadedService {
  readonly name: string;
  readonly errorKey: Service['errorKey'];
  /** `<method> <path>` of the routes that answer to any host name. */
  readonly anyHost: ReadonlySet<string>;
  readonly healthPath: string;
  readonly routes: readonly { readonly pattern: Pattern; readonly handler: Handler }[];
  readonly fallback: Handler;
  readonly jobs: readonly (Job & { readonly concurrency: number; readonly queue: string })[];
  readonly queues: readonly QueueDefinition[];
  readonly sockets: ReadonlyMap<string, SocketFunctions>;
  readonly schedules: readonly {
    readonly name: string;
    readonly everyMinutes: number;
    readonly handler: ScheduleFunction;
  }[];
  /** Functions on the table's stream; our own hosts do not call them. */
  readonly streams: readonly {
    readonly name: string;
    readonly feed: string;
    readonly handler: ScheduleFunction;
  }[];
  /** These two throw Failure('configuration') when the environment is wrong. */
  readonly hosting: (environment: Environment, options?: { isBeside?: boolean }) => Hosting;
  readonly settings: (environment: Environment) => unknown;
  /** Called before the service listens. What it returns is called when the service stops, while it
   * still answers. `shutDown` ends this process as SIGTERM does. */
  readonly start: (
    platform: Platform,
    shutDown: () => void,
  ) => Promise<(() => Promise<void>) | void>;
}

/** Loads the same exports that are deployed. */
export async function loadService(
  name: string,
  service: Service,
  load: Load = fromFunctions,
): Promise<LoadedService> {
  const problems = routeKeyProblems([...routeKeysOf(service.routes), '$default']);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const loaded = <Exports>(file: string) => load(file) as Promise<Exports>;
  const routes = await Promise.all(
    service.routes.map(async (route) => ({
      pattern: patternOf(route),
      handler: await loadHandler(route, load),
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
      async ({ path, file }) => [path, await loaded<SocketFunctions>(file)] as const,
    ),
  );
  const withHandler = async <Row extends { readonly file: string }>(row: Row) => ({
    ...row,
    handler: (await loaded<{ handler: ScheduleFunction }>(row.file)).handler,
  });
  const schedules = await Promise.all(service.schedules.map(withHandler));
  const streams = await Promise.all((service.streams ?? []).map(withHandler));
  const { fallback, settings = () => undefined } = await loaded<
    Pick<LoadedService, 'fallback' | 'settings'>
  >(service.common);
  const { start } = service.start
    ? await loaded<Pick<LoadedService, 'start'>>(service.start)
    : { start: async () => {} };
  return {
    name,
    errorKey: service.errorKey,
    anyHost: new Set([
      `GET ${healthPath(service)}`,
      // core/host/readiness.ts
      'GET /ready',
      ...(service.anyHost ?? []),
    ]),
    healthPath: healthPath(service),
    routes: routes.sort((a, b) => bySpecificity(a.pattern, b.pattern)),
    fallback,
    jobs,
    queues: jobs.map(({ definition }) => queueOf(definition)),
    sockets: new Map(sockets),
    schedules,
    streams,
    hosting: (environment, options) => hostingOf(service, environment, options),
    settings,
    start,
  };
}

/** The handler of a route. A missing export is an error that names it. */
export async function loadHandler(
  { file, exported = 'handler' }: Pick<Service['routes'][number], 'file' | 'exported'>,
  load: Load = fromFunctions,
): Promise<Handler> {
  const handler = ((await load(file)) as Record<string, Handler | undefined>)[exported];
  if (!handler) throw new Error(`${file} does not export ${exported}`);
  return handler;
}
