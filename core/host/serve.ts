import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LocalSockets } from '../platform/adapters/local/sockets.ts';
import { Failure } from '../platform/failure.ts';
import type { Platform } from '../platform/ports.ts';
import { gateway } from './gateway.ts';
import type { Hosting } from './hosting.ts';
import type { LoadedService } from './load-service.ts';
import { poll } from './poller.ts';
import { runSchedules } from './schedules.ts';
import { socketGateway } from './socket-gateway.ts';

export interface Running {
  readonly name: string;
  readonly url: string;
  /** Finishes or hands back what it holds within 30 s. Repeated: the same end. */
  stop(): Promise<void>;
}

// Of the 30 s that a stop may take, jobs get most; the rest is for handing back and closing.
const graceMilliseconds = 25_000;

/** Listens, polls the queues and runs the schedules of one service. */
export async function serve(
  service: LoadedService,
  hosting: Pick<Hosting, 'host' | 'port' | 'portVariable'>,
  platform: Platform,
  connections: LocalSockets,
): Promise<Running> {
  const answer = gateway(service, platform);
  const server = createServer(
    { headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 10_000, noDelay: true },
    (request, response) => void answer(request, response),
  );
  server.on('upgrade', socketGateway(service, platform, connections));
  await listen(server, hosting);
  const pollers = service.jobs.flatMap(({ queue, handler, dead, concurrency }) => [
    poll({ platform, queue, handler, concurrency }),
    poll({ platform, queue: `${queue}-dead`, handler: dead, concurrency: 1 }),
  ]);
  const stopSchedules = runSchedules(service, platform);
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    connections.close();
    const waited = new AbortController();
    const late = platform.clock.sleep(graceMilliseconds, waited.signal);
    void late.then(() => server.closeAllConnections());
    await Promise.all([
      stopSchedules(),
      ...pollers.map((poller) => poller.stop(graceMilliseconds)),
      closed,
    ]);
    waited.abort();
    await platform.close();
  }

  const { port } = server.address() as AddressInfo;
  return {
    name: service.name,
    url: `http://${hosting.host.includes(':') ? `[${hosting.host}]` : hosting.host}:${port}`,
    stop: () => (stopped ??= stop()),
  };
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
