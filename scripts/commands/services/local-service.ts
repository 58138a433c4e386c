import { services, type ServiceName } from '#functions/manifest.ts';
import { loadService, type LoadedService } from '#core/host/service/load-service.ts';
import type { Hosting } from '#core/host/service/hosting.ts';
import { environment } from '#core/platform/config.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { laptopEnvironment } from '../../services/laptop.ts';

export interface LocalService {
  readonly service: LoadedService;
  readonly hosting: Hosting;
  readonly environment: Environment;
}

/** A service as `npm start` would run it in this folder. */
export async function localService(name: string | undefined): Promise<LocalService> {
  if (name === undefined || !Object.hasOwn(services, name)) {
    const names = Object.keys(services).join(', ');
    throw new Failure('invalid', 'usage', `Give a service: ${names}`);
  }
  const manifest = services[name as ServiceName];
  const settings = laptopEnvironment(manifest, environment(), []);
  const service = await loadService(name, manifest);
  service.settings(settings);
  const hosting = service.hosting(settings, { isBeside: true });
  return { service, hosting, environment: settings };
}
