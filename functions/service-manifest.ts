// What a service says of itself in functions/<service>/manifest.ts. The local gateway, the rollout,
// the OpenAPI documents and the authorization tests read it; nothing else is wired by hand.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  readonly method: Method;
  /** `{name}` is one segment, `{name+}` the rest of the path. HEAD comes with GET. */
  readonly path: string;
  /** A file in functions/. */
  readonly file: string;
  /** The name of the export; absent: `handler`. The route whose export is `health` is where the
   * service says that it answers. */
  readonly exported?: string;
  /** A POST that may take longer than API Gateway waits: the file exports `streamed` as well, which
   * answers under a function URL in the cloud. */
  readonly stream?: true;
}

export interface QueueJob {
  readonly queue: string;
  /** Exports `handler` and, for `<queue>-dead`, `dead`. */
  readonly file: string;
  readonly timeoutSeconds: number;
  readonly maxAttempts: number;
  /** Messages in work at once; in the cloud functions take at least 2, and a task more may start
   * while others are counted. */
  readonly concurrency: number;
  /** Where it runs in the cloud: the worker image carries git and the AI command lines. */
  readonly runsOn: 'function' | 'worker';
}

export interface Socket {
  readonly path: string;
  /** Exports `connect`, `message` and `disconnect`. */
  readonly file: string;
}

export interface Schedule {
  readonly name: string;
  readonly everyMinutes: number;
  /** Exports `handler`. */
  readonly file: string;
}

export interface Secret {
  /** The variable that the service reads. */
  readonly name: string;
  readonly isOptional?: true;
  /** Only code in the worker image may read it. */
  readonly isForWorker?: true;
}

interface Variable<Value> {
  readonly variable: string;
  readonly initial: Value;
}

/** Where a server of ours listens; API Gateway needs none of it. */
export interface Listens {
  readonly host: Variable<string>;
  /** `beside` takes its place when another service with the same variable runs in the process. */
  readonly port: Variable<number> & { readonly beside?: Variable<number> };
  /** The variable of the bearer key, without which the service starts on a loopback address only. */
  readonly key?: string;
  /** A variable that, set to `true`, lifts the need for a key and binds to every address. */
  readonly development?: string;
}

/** Where a server of ours keeps the service's data. */
export interface Data {
  /** Absent: the place cannot be chosen. */
  readonly variable?: string;
  /** `$XDG_CACHE_HOME` and `$XDG_DATA_HOME` at its start are the folders of that specification. */
  readonly initial: string;
  /** The database in that folder. Absent: the place is the database's own; its folder must exist. */
  readonly database?: string;
}

export interface Service {
  /** For the services' own pages and documents. */
  readonly title: string;
  readonly purpose: string;
  /** The page that people open first; absent: the service has no pages. */
  readonly home?: string;
  /** The name of the text in an error body. */
  readonly errorKey: 'detail' | 'error';
  /** Exports `fallback`, which answers what no route matches, and `settings` where the service has
   * any: they are read before it starts. */
  readonly common: string;
  readonly listens: Listens;
  readonly data: Data;
  /** What `npm start` sets unless the user does; a value that begins with `./` is a path. */
  readonly laptop?: Readonly<Record<string, string>>;
  /** Routes besides `health`, such as `POST /hook`, that answer whatever name they are called by:
   * a tunnel or proxy in front of a loopback address passes its own on. */
  readonly anyHost?: readonly string[];
  readonly routes: readonly Route[];
  readonly jobs: readonly QueueJob[];
  readonly sockets: readonly Socket[];
  readonly schedules: readonly Schedule[];
  /** Kept by the rollout, which hands each service its own. */
  readonly secrets?: readonly Secret[];
  /** Variables that the rollout sets; a stage may add to them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** People open its pages: in the cloud they come through the CDN. */
  readonly isRouted?: true;
  /** Only says that it is healthy so far: people are not shown it. */
  readonly isPlanned?: true;
  /** In the cloud a container, which runs all day: made only where a stage wants it. */
  readonly isContainer?: true;
  /** Its pages show the others, so that it starts after them: LANTERN_SERVICES lists them. */
  readonly showsServices?: true;
}

/** Where a service says that it answers. */
export function healthPath({ routes }: Pick<Service, 'routes'>): string {
  const health = routes.find(({ exported }) => exported === 'health');
  if (!health) throw new Error('A service needs a route whose export is `health`');
  return health.path;
}

/** Those whose pages show the others last. */
export function startOrder<Name extends string>(
  services: Readonly<Record<Name, Service>>,
): (readonly [Name, Service])[] {
  const entries = Object.entries(services) as [Name, Service][];
  return entries.toSorted(
    ([, a], [, b]) => Number(a.showsServices ?? false) - Number(b.showsServices ?? false),
  );
}

/** What LANTERN_SERVICES says of a service that is built; undefined: people are not shown it. */
export function shown(name: string, service: Service) {
  const { purpose, home, isPlanned } = service;
  return isPlanned
    ? undefined
    : { name, purpose, health: healthPath(service), ...(home && { home }) };
}

/**
 * How often a queue may deliver before it gives a message up by itself. job() counts runs and
 * gives up first; a delivery is also spent when the work is still leased to a dead worker (one
 * for each run at most) or handed back by a host that stops.
 */
export function deliveries(maxAttempts: number): number {
  return 2 * maxAttempts + 10;
}
