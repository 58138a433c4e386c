import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultBodyLimit } from '#core/http/middlewares/definition.ts';
import type { LocalSockets } from '#core/platform/adapters/local/sockets.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { commonSettings } from '#core/platform/settings.ts';
import { bodyBudget } from './gateway/body-budget.ts';
import { callerIn } from './gateway/caller.ts';
import { hostCheck } from './gateway/check-host.ts';
import { clientErrors, refuse } from './gateway/client-error.ts';
import { watchForClose } from './watch-for-close.ts';
import { behindOf, beyondReach, type Behind, type Listener } from './front.ts';
import { gateway } from './gateway/gateway.ts';
import { limitIdle } from './gateway/idle-connections.ts';
import { places } from './gateway/places.ts';
import { addressOf, type Hosting } from './service/hosting.ts';
import type { LoadedService } from './service/load-service.ts';
import { poll } from './queues/poller.ts';
import { prefixOf } from './gateway/prefix.ts';
import { readiness } from './readiness.ts';
import { runSchedules } from './schedules.ts';
import { socketGateway } from './gateway/socket-gateway.ts';

export interface Running {
  readonly name: string;
  readonly url: string;
  /** From now on the service also answers for these. */
  putInFrontOf(services: readonly Behind[]): void;
  /** For a service in front of this one. */
  readonly listener: Listener;
  /** Finishes or hands back its work within 30 s. Repeated: the same promise. */
  stop(): Promise<void>;
}

// Jobs get most of the 30 s for a stop; the rest is for handing back and closing.
const graceMilliseconds = 25_000;

const mebibyte = 1024 * 1024;

/** Time limits for a request's head and body and for idle connections, and the number of connections:
 * a slow client holds one connection for a short time (S14), and no client holds all of them (R5). */
const limitsOfServer = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  maxConnections: 2_500,
  requests: { inAll: 1_000, perClient: 500 },
  webSockets: { inAll: 1_000, perClient: 500 },
  /** Shared by all services of the process. */
  bodies: bodyBudget(128 * mebibyte),
};

/** Services with large bodies allow more time for a request. */
export function limitsFor({ routes }: Pick<LoadedService, 'routes'>) {
  const limits = routes.map(({ handler }) => handler.definition.bodyLimit ?? defaultBodyLimit);
  const takesLarge = limits.some((limit) => limit > mebibyte);
  return { ...limitsOfServer, ...(takesLarge && { requestTimeout: 300_000 }) };
}

/** Listens, polls the queues and runs the schedules of one service. */
export async function serve(
  service: LoadedService,
  hosting: Pick<Hosting, 'host' | 'port' | 'portVariable' | 'isStrict'>,
  platform: Platform,
  connections: LocalSockets,
  limits: Partial<typeof limitsOfServer> = {},
  /** Fails when a store does not answer. */
  check: () => Promise<void> = async () => {},
): Promise<Running> {
  const drain = await service.start(platform, () => process.kill(process.pid, 'SIGTERM'));
  const { maxConnections, requests, webSockets, bodies, ...timeouts } = {
    ...limitsFor(service),
    ...limits,
  };
  const { environment } = platform;
  const callerOf = callerIn(environment);
  const { TRUSTED_PROXIES } = commonSettings(environment);
  const enterRequest = places(requests, TRUSTED_PROXIES);
  const enterSocket = places(webSockets, TRUSTED_PROXIES);
  const refusedHost = hostCheck(service, hosting.host, environment);
  const reach = { host: hosting.host, open: service.anyHost };
  const refusalOf = (request: IncomingMessage) =>
    refusedHost(request) ??
    (prefixOf(request) === undefined ? undefined : beyondReach(request, reach, platform));
  const answer = gateway(service, platform, hosting, {
    bodies,
    admit(address, response) {
      const refusal = enterRequest(address, response);
      if (!refusal) work(response.req.socket, response);
      return refusal;
    },
  });
  const ready = readiness({
    healthPath: drain ? undefined : service.healthPath,
    check,
    clock: platform.clock,
  });
  let behind: readonly Behind[] = [];
  const listener: Listener = {
    requestTimeout: timeouts.requestTimeout,
    answer(request, response) {
      watch.see(request, response);
      const refusal = refusalOf(request);
      if (refusal) return refuse(response, refusal, service.errorKey);
      if (ready.answers(request, response)) return;
      void answer(request, response);
    },
    upgrade(request, socket, head) {
      const refusal = refusalOf(request) ?? enterSocket(callerOf(request).address, socket);
      if (refusal) return refuse(socket, refusal, service.errorKey);
      work(socket, socket);
      sockets.upgrade(request, socket, head);
    },
  };
  const server = createServer(
    { ...timeouts, noDelay: true, shouldUpgradeCallback: asksForWebSocket },
    (request, response) => {
      const other = behindOf(behind, request);
      if (!other) return listener.answer(request, response);
      watch.see(request, response);
      work(request.socket, response);
      other.answer(request, response);
    },
  );
  const watch = watchForClose(server);
  const sockets = socketGateway(service, platform, connections);
  const work = limitIdle(server, maxConnections);
  server.on('upgrade', (request, socket, head) => {
    // Node removes its own listener from upgraded sockets, and a reset must not end the process.
    socket.on('error', () => {});
    const other = behindOf(behind, request);
    if (other) work(socket, socket);
    (other ?? listener).upgrade(request, socket, head);
  });
  server.on('clientError', clientErrors(service.errorKey));
  await listen(server, hosting);
  const pollers = service.jobs.flatMap(({ queue, handler, dead, definition, concurrency }) => [
    poll({
      platform,
      queue,
      handler,
      concurrency,
      workers: definition.workers && (async () => definition.workers?.(platform)),
    }),
    poll({ platform, queue: `${queue}-dead`, handler: dead, concurrency: 1 }),
  ]);
  const stopSchedules = runSchedules(service, platform);
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    ready.drain();
    const waited = new AbortController();
    const late = platform.clock.sleep(graceMilliseconds, waited.signal);
    if (drain) await Promise.race([drain(), late]);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    watch.sayGoodbye();
    connections.close();
    void late.then(() => {
      server.closeAllConnections();
      sockets.terminate();
    });
    await Promise.all([
      stopSchedules(),
      ...pollers.map((poller) => poller.stop(graceMilliseconds)),
      closed,
      // Those that came through the service in front, too.
      watch.answered(),
      sockets.settled(),
    ]);
    waited.abort();
    await platform.close();
  }

  const { port } = server.address() as AddressInfo;
  return {
    name: service.name,
    url: addressOf({ host: hosting.host, port }),
    listener,
    putInFrontOf(services) {
      behind = services;
      const longest = services.map((other) => other.service.requestTimeout);
      server.requestTimeout = Math.max(server.requestTimeout, ...longest);
    },
    stop: () => (stopped ??= stop()),
  };
}

/** Upgrades to other protocols, such as h2c, are optional: such requests get HTTP/1.1. */
function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

function listen(
  server: Server,
  { host, port, portVariable }: Pick<Hosting, 'host' | 'port' | 'portVariable'>,
) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is in use: stop the other program or set ${portVariable} to a free port`,
        EACCES: `Port ${port} needs more rights: set ${portVariable} to a port above 1023`,
        EADDRNOTAVAIL: `This machine has no address ${host}: correct the bind address`,
        ENOTFOUND: `This machine has no address ${host}: correct the bind address`,
      };
      const reason =
        reasons[cause.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${cause.message}`;
      reject(new Failure('configuration', 'cannot_listen', reason, { cause }));
    });
    server.listen(port, host, resolve);
  });
}
