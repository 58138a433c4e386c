import type { Platform } from '#core/platform/ports/platform.ts';
import { docsSettings } from './settings.ts';
import type { ServiceView } from './pages/services-table.ts';

interface Known {
  readonly purpose: string;
  /** What people open; absent for a service without pages. */
  readonly page?: string;
}

const known: Readonly<Record<string, Known>> = {
  docs: { purpose: 'Documentation sites from repositories', page: '/' },
  analysis: { purpose: 'Explains failed builds and tests' },
  webhook: { purpose: 'Receives webhooks and keeps their log' },
  sessions: { purpose: 'Searches coding-assistant sessions' },
  agent: { purpose: 'Hosts AI agent sessions over HTTP' },
};

const patienceMilliseconds = 2_000;

/** The services that run beside this one, asked right now whether they answer. */
export async function readServices(
  platform: Pick<Platform, 'environment' | 'fetch' | 'clock'>,
): Promise<ServiceView[]> {
  const { LANTERN_SERVICES } = docsSettings(platform.environment);
  const entries = LANTERN_SERVICES.split(',').filter((entry) => entry.includes('='));
  return Promise.all(
    entries.map(async (entry) => {
      const name = entry.slice(0, entry.indexOf('=')).trim();
      const [address = '', health = '/health'] = entry
        .slice(entry.indexOf('=') + 1)
        .trim()
        .split(/\s+/);
      const url = address.replace(/\/$/, '');
      const { purpose, page } = known[name] ?? { purpose: '' };
      const healthUrl = `${url}${health}`;
      return {
        name,
        purpose,
        healthUrl,
        ...(page !== undefined && { url: `${url}${page}` }),
        ...(await probe(platform, healthUrl)),
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
    const options = { trusted: true, timeoutMilliseconds: patienceMilliseconds, maxBytes: 65_536 };
    const { status } = await fetch(url, options);
    const milliseconds = clock.now().getTime() - began;
    return { health: status === 200 ? 'up' : 'down', milliseconds };
  } catch {
    return { health: 'down' };
  }
}
