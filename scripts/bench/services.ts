import { join } from 'node:path';
import { loadService, type LoadedService } from '#core/host/service/load-service.ts';
import type { Hosting } from '#core/host/service/hosting.ts';
import { openCluster } from '#core/home/open-cluster.ts';
import { openService } from '#core/host/open-service.ts';
import { serve } from '#core/host/serve.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { services, type ServiceName } from '#functions/manifest.ts';

export const adminKey = 'the-key-of-the-administrator';

interface Running {
  readonly url: string;
  readonly platform: Platform;
  stop(): Promise<void>;
}

/** A service in this process, with its data in the folder. `change` replaces a part of it. */
export async function runService(
  name: ServiceName,
  folder: string,
  more: Readonly<Record<string, string>> = {},
  change: {
    readonly service?: (service: LoadedService) => LoadedService;
    readonly platform?: Partial<Platform>;
  } = {},
): Promise<Running> {
  const whole = await loadService(name, services[name]);
  const service = change.service?.(whole) ?? whole;
  const environment = {
    PATH: process.env['PATH'] ?? '',
    ADMIN_KEY: name === 'docs' ? adminKey : '',
    LOG_LEVEL: 'ERROR',
    DATA_DIR: folder,
    DB_PATH: join(folder, 'results.db'),
    WEBHOOK_SERVER_DATA_DIR: folder,
    WEBHOOK_SERVER_IP_BIND: '127.0.0.1',
    PORT: '0',
    WEBHOOK_SERVER_PORT: '0',
    ...more,
  };
  const hosting = service.hosting(environment);
  const opened = openIn(service, hosting, environment);
  const platform = { ...opened.platform, ...change.platform };
  return { platform, ...(await serve(service, hosting, platform, opened.connections)) };
}

/** On a cluster where DATABASE_URL names its database. */
function openIn(service: LoadedService, hosting: Hosting, environment: Environment) {
  const { name, queues } = service;
  if (environment['DATABASE_URL']) return openCluster({ service: name, environment, queues });
  const local = openService(service, hosting, environment);
  return { platform: local, connections: local.connections };
}
