import type { Behind } from '#core/host/front.ts';
import { loadService, type LoadedService } from '#core/host/service/load-service.ts';
import { addressOf, type Hosting } from '#core/host/service/hosting.ts';
import { serve, type Running } from '#core/host/serve.ts';
import type { Service } from '#functions/service-manifest.ts';
import type { LocalSockets } from '#core/platform/adapters/local/sockets.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { installHint } from '../program/install-hint.ts';
import { readHostings } from './read-hostings.ts';

export interface Start {
  readonly name: string;
  readonly service: Service;
  /** Gets the other services, as far as their addresses are known. */
  readonly environment: (others: readonly Pick<Running, 'name' | 'url'>[]) => Environment;
  readonly isStrict?: boolean;
}

export type OpenPlatform = (
  service: LoadedService,
  hosting: Hosting,
  environment: Environment,
) => Promise<{
  readonly platform: Platform;
  readonly connections: LocalSockets;
  /** Fails when a store does not answer. */
  readonly check?: () => Promise<void>;
}>;

/** Starts the services one after the other, and prints a line when each accepts connections. A service
 * whose package is missing is left out. If one cannot start for another reason, the others are
 * stopped and the reason is thrown. They run until SIGTERM or SIGINT. */
export async function runServices(
  all: readonly Start[],
  open: OpenPlatform,
  afterwards: () => Promise<void> = async () => {},
): Promise<readonly Running[]> {
  const loads = await Promise.all(
    all.map(({ name, service }) => ifInstalled(name, all, () => loadService(name, service))),
  );
  const starts = all.filter((_start, at) => loads[at] !== undefined);
  const services = loads.filter((service) => service !== undefined);
  // All settings are checked first: a start that cannot succeed changes nothing.
  const hostings = readHostings(
    services.map((service, at) => ({
      service,
      environment: starts[at]?.environment([]) ?? {},
      isBeside: starts.filter((start) => portOf(start) === portOf(starts[at])).length > 1,
    })),
  );
  const running: Running[] = [];
  // Before the first line is printed: a program that reads it may send a signal at once.
  stopOnSignal(running, afterwards);
  try {
    for (const [at, service] of services.entries()) {
      const next = services.slice(at + 1).flatMap(({ name }, place) => {
        const { host, port } = hostings[at + 1 + place] as Hosting;
        return port === 0 ? [] : [{ name, url: addressOf({ host, port }) }];
      });
      const environment = starts[at]?.environment([...running, ...next]) ?? {};
      const hosting = { ...(hostings[at] as Hosting), isStrict: starts[at]?.isStrict ?? false };
      const { platform, connections, check } = await open(service, hosting, environment);
      const started = await ifInstalled(service.name, all, async () => {
        try {
          return await serve(service, hosting, platform, connections, {}, check);
        } catch (error) {
          await platform.close();
          throw error;
        }
      });
      if (started === undefined) continue;
      running.push(started);
      // Before the line is printed: a program that reads it may ask at once.
      putInFront(running, starts);
      console.log(`${service.name} listening on ${started.url}`);
    }
    return running;
  } catch (error) {
    await Promise.all(running.map((service) => service.stop()));
    throw error;
  }
}

/** The service that shows the others is in front of those that run. */
function putInFront(running: readonly Running[], starts: readonly Start[]): void {
  const of = ({ name }: Running) => starts.find((start) => start.name === name)?.service;
  const behind = running.flatMap((one): Behind[] => {
    const path = of(one)?.inFront;
    return path === undefined ? [] : [{ path, service: one.listener }];
  });
  running.find((one) => of(one)?.showsServices)?.putInFrontOf(behind);
}

/** With other services, says what to install instead of failing. */
async function ifInstalled<Value>(
  name: string,
  { length }: readonly Start[],
  work: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    const hint = installHint(error);
    if (length === 1 || hint === undefined) throw error;
    console.error(`${name} is not started. ${hint}`);
    return undefined;
  }
}

function portOf(start: Start | undefined): string | undefined {
  return start?.service.listens.port.variable;
}

/** At SIGTERM or SIGINT ends within 30 s; at a second signal at once. */
function stopOnSignal(running: readonly Running[], afterwards: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    // Ends the process even if something hangs.
    setTimeout(() => process.exit(1), 29_500).unref();
    void Promise.all(running.map((service) => service.stop()))
      .then(afterwards)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(String(error));
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
