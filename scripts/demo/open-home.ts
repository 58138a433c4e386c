import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openService } from '#core/host/open-service.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { services, type ServiceName } from '#functions/manifest.ts';
import { modelServer } from '#test/support/ai/model-server.ts';
import { freePort } from '#test/support/free-port.ts';
import { serveHost } from '#test/support/scm/server.ts';
import type { ScmHost } from '#test/support/scm/state.ts';
import { offlineWriterCommand } from '../offline-writer/command.ts';
import { laptopStarts } from '../services/laptop.ts';
import { runServices } from '../services/run-services.ts';
import { codeHost } from './code-host.ts';
import { receiverSettings } from './receiver-settings.ts';
import { agentTurns, modelsFile } from './story/agent-turns.ts';

export const demoKey = 'the-key-of-the-demonstration';

export interface DemoHome {
  readonly folder: string;
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly platforms: Readonly<Record<ServiceName, Platform>>;
  readonly host: ScmHost;
  stop(): Promise<void>;
}

interface Options {
  /** Absent: free ports. */
  readonly ports?: Environment;
  readonly clock?: Clock;
}

/** Starts all services on the data of a folder, as `npm start` does, beside a code host and a model
 * that answer from a script. Nothing of the machine's own settings is read. */
export async function openHome(folder: string, options: Options = {}): Promise<DemoHome> {
  const variables = { ...placesIn(folder), ...(options.ports ?? (await freePorts())) };
  const host = codeHost();
  const [{ close: closeHost }, model] = await Promise.all([
    serveHost(host),
    modelServer(agentTurns),
  ]);
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write('webhook/config.yaml', receiverSettings(host.origin));
  write('agent/models.json', modelsFile(model.origin));
  const platforms: Record<string, Platform> = {};
  const { clock } = options;
  const running = await runServices(
    laptopStarts(variables),
    async (service, hosting, environment) => {
      const platform = openService(service, hosting, environment, {
        standIn: offlineWriterCommand,
        ...(clock && { clock, writeLog: () => {} }),
      });
      platforms[service.name] = platform;
      return { platform, connections: platform.connections };
    },
  );
  return {
    folder,
    urls: Object.fromEntries(running.map(({ name, url }) => [name, url])) as DemoHome['urls'],
    platforms: platforms as DemoHome['platforms'],
    host,
    async stop() {
      await Promise.all(running.map((service) => service.stop()));
      await Promise.all([closeHost(), model.close()]);
    },
  };
}

function placesIn(folder: string): Environment {
  for (const name of ['docs', 'analysis', 'webhook', 'agent', 'sessions/projects', 'programs']) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  }
  return {
    ADMIN_KEY: demoKey,
    APP_ENCRYPTION_KEY: 'the-encryption-key-of-the-demonstration',
    DATA_DIR: join(folder, 'docs'),
    DB_PATH: join(folder, 'analysis/results.db'),
    WEBHOOK_SERVER_DATA_DIR: join(folder, 'webhook'),
    SIDECAR_DATA_DIR: join(folder, 'agent'),
    SESSIONINFO_DIR: join(folder, 'sessions/projects'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    HOME: folder,
    PATH: onlyGit(join(folder, 'programs')),
  };
}

/** A PATH without AI command lines: the offline writer gives the same texts everywhere. */
function onlyGit(programs: string): string {
  const link = join(programs, 'git');
  const git = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  if (!existsSync(link)) symlinkSync(git, link);
  return programs;
}

/** Each service names the others on its pages, so the ports are known before the first one starts. */
async function freePorts(): Promise<Environment> {
  const ports: Record<string, string> = {};
  for (const { listens } of Object.values(services)) {
    const isTaken = listens.port.variable in ports;
    const variable = (isTaken && listens.port.beside?.variable) || listens.port.variable;
    ports[variable] = String(await freePort());
  }
  return ports;
}
