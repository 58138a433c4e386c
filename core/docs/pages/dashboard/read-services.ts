import type { Platform } from '#core/platform/ports/platform.ts';
import type { ServiceView } from './services-table.ts';
import { baseOf, linkBaseOf, servicesSettings } from '#core/web/services.ts';

const timeoutMilliseconds = 2_000;

/** The services that run beside this one, asked right now whether they answer. */
export async function readServices(
  platform: Pick<Platform, 'environment' | 'fetch' | 'clock'>,
): Promise<ServiceView[]> {
  const { LANTERN_SERVICES } = servicesSettings(platform.environment);
  return Promise.all(
    LANTERN_SERVICES.map(async (service) => {
      const { label: name, purpose, health, home } = service;
      return {
        name,
        purpose,
        healthUrl: `${linkBaseOf(service)}${health}`,
        ...(home !== undefined && { url: `${linkBaseOf(service)}${home}` }),
        ...(await probe(platform, `${baseOf(service)}${health}`)),
      };
    }),
  );
}

async function probe(
  { fetch, clock }: Pick<Platform, 'fetch' | 'clock'>,
  url: string,
): Promise<Pick<ServiceView, 'health' | 'milliseconds'>> {
  const began = clock.now().getTime();
  try {
    const options = { trusted: true, timeoutMilliseconds, maxBytes: 65_536 };
    const { status } = await fetch(url, options);
    const milliseconds = clock.now().getTime() - began;
    return { health: status === 200 ? 'up' : 'down', milliseconds };
  } catch {
    return { health: 'down' };
  }
}
