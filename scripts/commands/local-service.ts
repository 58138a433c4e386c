import { resolve } from 'node:path';
import { services } from '#functions/manifest.ts';
import { loadService, type LoadedService } from '#core/host/load-service.ts';
import type { Hosting } from '#core/host/hosting.ts';
import { environment } from '#core/platform/config.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { laptopEnvironment, laptopServices } from '../laptop.ts';

export interface LocalService {
  readonly service: LoadedService;
  readonly hosting: Hosting;
  readonly environment: Environment;
}

/** A service as `npm start` in this folder would run it. */
export async function localService(name: string | undefined): Promise<LocalService> {
  const known = laptopServices.find((candidate) => candidate === name);
  if (!known) {
    const names = Object.keys(services).join(', ');
    throw new Failure('invalid', 'usage', `Name a service: ${names}`);
  }
  const settings = laptopEnvironment(known, environment(), resolve('data'), []);
  const service = await loadService(known);
  return { service, hosting: service.hosting(settings), environment: settings };
}
