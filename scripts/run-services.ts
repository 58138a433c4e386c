import { loadService } from '#core/host/load-service.ts';
import { openService } from '#core/host/open-service.ts';
import { serve, type Running } from '#core/host/serve.ts';
import type { Environment } from '#core/platform/ports.ts';
import { offlineWriterCommand } from './offline-writer-command.ts';

export interface Start {
  readonly name: string;
  readonly environment: Environment;
}

/** Starts each service on the local home, and says so on stdout when it accepts connections. When
 * one cannot start, those that run are stopped again and the reason is thrown. */
export async function runServices(starts: readonly Start[]): Promise<Running[]> {
  const loaded = await Promise.all(
    starts.map(async ({ name, environment }) => {
      const service = await loadService(name);
      // All refuse before any begins: nothing is created by a start that cannot succeed.
      return { service, environment, hosting: service.hosting(environment) };
    }),
  );
  const running: Running[] = [];
  try {
    for (const { service, environment, hosting } of loaded) {
      const platform = openService(service, hosting, environment, {
        standIn: offlineWriterCommand,
      });
      try {
        running.push(await serve(service, hosting, platform, platform.connections));
      } catch (error) {
        await platform.close();
        throw error;
      }
      console.log(`${service.name} listening on ${running.at(-1)?.url ?? ''}`);
    }
    return running;
  } catch (error) {
    await Promise.all(running.map((service) => service.stop()));
    throw error;
  }
}

/** Runs until SIGTERM or SIGINT, then ends within 30 s; a second signal ends at once. */
export function stopOnSignal(running: readonly Running[]): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    // Whatever still hangs must not outlive the promise.
    setTimeout(() => process.exit(1), 29_500).unref();
    void Promise.all(running.map((service) => service.stop())).then(
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
