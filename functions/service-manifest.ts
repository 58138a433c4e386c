// The types of functions/<service>/manifest.ts. The local gateway, the rollout, the OpenAPI documents
// and the authorization tests read the manifests; nothing else is wired by hand.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  readonly method: Method;
  /** `{name}` is one segment, `{name+}` the rest of the path. GET includes HEAD. */
  readonly path: string;
  /** A file in functions/. */
  readonly file: string;
  /** The name of the export; absent: `handler`. The route whose export is `health` is the service's
   * health check. */
  readonly exported?: string;
  /** A POST that may take longer than API Gateway's timeout: the file also exports `streamed`, which
   * gets a function URL in the cloud. */
  readonly stream?: true;
}

export interface QueueJob {
  readonly queue: string;
  /** Exports `handler` and, for `<queue>-dead`, `dead`. */
  readonly file: string;
  readonly timeoutSeconds: number;
  readonly maxAttempts: number;
  /** Messages processed at once. In the cloud functions process at least 2, and one task too many may
   * start while the running ones are counted. */
  readonly concurrency: number;
  /** In the cloud an alarm tells of a message that is older; absent: an hour, or twice the timeout. */
  readonly oldestSeconds?: number;
  /** Messages of one group are processed one at a time, in the order sent. */
  readonly ordered?: true;
  /** Where it runs in the cloud: the worker image contains git and the AI command lines. */
  readonly runsOn: 'function' | 'worker';
}

export interface Socket {
  readonly path: string;
  /** Exports `connect`, `message` and `disconnect`. */
  readonly file: string;
}

/** New entries of a feed, handed to a function in their order, several at once. Only in the cloud: on
 * our own hosts the writer knows who follows. */
export interface TableStream {
  readonly name: string;
  /** Exports `handler`. */
  readonly file: string;
  readonly feed: string;
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

/** Where our own server listens; not used behind API Gateway. */
export interface Listens {
  readonly host: Variable<string>;
  /** `beside` replaces it when another service of the process uses the same variable. */
  readonly port: Variable<number> & { readonly beside?: Variable<number> };
  /** The variable of the bearer key; without a key the service only listens on loopback addresses. */
  readonly key?: string;
  /** A variable that, set to `true`, binds to every address and needs no key. */
  readonly development?: string;
}

/** Where our own server keeps the service's data. */
export interface Data {
  /** Absent: the operator cannot choose the place. */
  readonly variable?: string;
  /** May begin with `$XDG_CACHE_HOME` or `$XDG_DATA_HOME` (XDG base directory specification). */
  readonly initial: string;
  /** The database file in that folder. Absent: the place is the database file; its folder must exist. */
  readonly database?: string;
  /** Nothing there is needed: where the place cannot be used, the service runs without it. */
  readonly isCache?: true;
}

export interface Service {
  /** The title of its OpenAPI document. */
  readonly title: string;
  /** Its name on pages. */
  readonly label: string;
  readonly purpose: string;
  /** The page that people open first; absent: the service has no pages. */
  readonly home?: string;
  /** Below it, the service is also reached at the address of the one that shows the others. */
  readonly inFront?: string;
  /** The name of the text in an error body. */
  readonly errorKey: 'detail' | 'error';
  /** Exports `fallback`, for requests that match no route, and optionally `settings`, which is called
   * with the environment before the start. */
  readonly common: string;
  /** Exports `start`, which our own server calls with the platform before it listens; a
   * Failure('configuration') refuses the start. See LoadedService. */
  readonly start?: string;
  readonly listens: Listens;
  readonly data: Data;
  /** Defaults of `npm start`; values that begin with `./` are paths. */
  readonly laptop?: Readonly<Record<string, string>>;
  /** Routes besides `health`, such as `POST /hook`, without a check of the Host header: a tunnel in
   * front of a loopback address passes its own host name. */
  readonly anyHost?: readonly string[];
  readonly routes: readonly Route[];
  readonly jobs: readonly QueueJob[];
  readonly sockets: readonly Socket[];
  readonly schedules: readonly Schedule[];
  readonly streams?: readonly TableStream[];
  /** Files of functions that search or move log entries: in the cloud they carry DuckDB. */
  readonly logEngine?: readonly string[];
  /** The rollout stores them and gives each service its own. */
  readonly secrets?: readonly Secret[];
  /** Variables that the rollout sets; a stage may add more. */
  readonly variables?: Readonly<Record<string, string>>;
  /** In the cloud an operator puts its configuration file into its bucket. */
  readonly hasConfiguration?: true;
  /** It has pages: in the cloud it is behind the CDN. */
  readonly isRouted?: true;
  /** In the cloud an always-on container, only on stages that ask for it. */
  readonly isContainer?: true;
  /** Its home lists the other services with their health, so it starts last. */
  readonly showsServices?: true;
}

/** The path of the service's health check. */
export function healthPath({ routes }: Pick<Service, 'routes'>): string {
  const health = routes.find(({ exported }) => exported === 'health');
  if (!health) throw new Error('A service needs a route whose export is `health`');
  return health.path;
}

/** The folder of the service's public files, such as `/assets/`. */
export function assetFolder({ routes }: Pick<Service, 'routes'>): string {
  const assets = routes.find(({ exported }) => exported === 'asset');
  if (!assets) throw new Error('A service with pages needs a route whose export is `asset`');
  return assets.path.replace('{file}', '');
}

/** Services whose pages list the others start last. */
export function startOrder<Name extends string>(
  services: Readonly<Record<Name, Service>>,
): (readonly [Name, Service])[] {
  const entries = Object.entries(services) as [Name, Service][];
  return entries.toSorted(
    ([, a], [, b]) => Number(a.showsServices ?? false) - Number(b.showsServices ?? false),
  );
}

/** The service's entry in LANTERN_SERVICES, without its URL. */
export function serviceEntry(name: string, service: Service) {
  const { label, purpose, home, routes } = service;
  const overview = routes.find(({ file }) => file.endsWith('/overview.ts'))?.path;
  return {
    name,
    label,
    purpose,
    health: healthPath(service),
    ...(home && { home }),
    ...(overview && { overview }),
    ...(routes.some(({ path }) => path === '/api/auth/login') && { hasUsers: true }),
  };
}

/** Where `reader` shows `other`, if that one is in front of it or behind it: `link` is a path of its own
 * address, `inFront` one of the address in front of both. */
export function placeInFront(reader: Service, other: Service) {
  const path = other.showsServices ? '' : other.inFront;
  if (path === undefined) return {};
  return reader.showsServices ? { link: path } : { inFront: path };
}

/**
 * How often a queue delivers a message before it moves it to its dead letter queue. job() counts
 * attempts and gives up first; deliveries are also used up while a dead worker still holds the lease
 * (at most one per attempt) and when a stopping host hands a message back.
 */
export function deliveries(maxAttempts: number): number {
  return 2 * maxAttempts + 10;
}
