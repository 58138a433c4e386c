import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '#functions/manifest.ts';
import { atEnd } from '../at-end.ts';
import { program, type Program } from '../processes/program.ts';
import { inTurns } from './in-turns.ts';

interface ReplicasOptions {
  readonly count: number;
  readonly services: readonly ServiceName[];
  /** The current folder of the programs. */
  readonly folder: string;
  readonly database: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Replicas of services, each a program of its own, behind one address for each service. All start
 * at once. */
export async function replicas(options: ReplicasOptions) {
  const { count, services, folder: cwd, database, environment } = options;
  const front = await inTurns([database]);
  const { username, password, pathname } = new URL(database);
  const url = `postgres://${username}:${password}@${new URL(front.url).host}${pathname}`;
  const ports = { PORT: '0', ANALYSIS_PORT: '0', WEBHOOK_SERVER_PORT: '0' };
  const addresses = new Map(services.map((name): [ServiceName, string[]] => [name, []]));
  const running: Program[] = [];
  let isOver = false;

  async function start(at: number): Promise<void> {
    const one = program(['serve.ts', '--home', 'cluster', ...services], {
      cwd,
      timeout: 600_000,
      environment: { ...ports, ...environment, DATABASE_URL: url },
    });
    running[at] = one;
    for (const [name, all] of addresses) {
      const line = await one.printed(new RegExp(`^${name} listening on `));
      all[at] = line.slice(line.indexOf('http://'));
    }
  }

  atEnd(async () => {
    isOver = true;
    for (const one of running) one.kill('SIGCONT');
    for (const one of running) one.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
  });
  await Promise.all(Array.from({ length: count }, (_, at) => start(at)));
  const fronts = new Map<ServiceName, Awaited<ReturnType<typeof inTurns>>>();
  for (const [name, all] of addresses) fronts.set(name, await inTurns(all));

  return {
    url: (service: ServiceName) => fronts.get(service)?.url ?? '',
    urls: (service: ServiceName): readonly string[] => addresses.get(service) ?? [],

    /** kill -9; another one takes its place. */
    async kill(at: number): Promise<void> {
      running[at]?.kill('SIGKILL');
      await running[at]?.ended;
      await start(at);
    },

    /** Stands still for so long, with its connections open. */
    async freeze(at: number, milliseconds: number): Promise<void> {
      const frozen = running[at];
      frozen?.kill('SIGSTOP');
      for (let left = milliseconds; left > 0 && !isOver; left -= 100) await pause(100);
      frozen?.kill('SIGCONT');
    },

    /** Breaks these connections to the database. */
    cutDatabase: () => front.cut(),
    /** Breaks these connections of clients. */
    cutClients: (service: ServiceName, which: (at: number) => boolean) =>
      fronts.get(service)?.cut(which),

    /** Ends them as SIGTERM does. */
    async stop() {
      for (const one of running) one.kill('SIGTERM');
      return Promise.all(running.map(({ ended }) => ended));
    },
  };
}
