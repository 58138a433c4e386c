import { services, type ServiceName } from '#functions/manifest.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Start } from './run-services.ts';

/** What each service's environment is when all run together on one machine: the defaults of a
 * laptop, under what the user set. Docs comes last: its home page shows where the others listen. */
export const laptopServices = ['analysis', 'webhook', 'sessions', 'agent', 'docs'] as const;

/** PORT moves docs; analysis beside it has a variable of its own. */
export function besideDocs(given: Environment): Environment {
  return { ...given, PORT: given['ANALYSIS_PORT'] ?? '8001' };
}

/** The pages of a laptop are served over plain HTTP. */
const plain = { SECURE_COOKIES: 'false' };

export function laptopEnvironment(
  name: (typeof laptopServices)[number],
  given: Environment,
  data: string,
  others: readonly { readonly name: string; readonly url: string }[],
): Environment {
  switch (name) {
    case 'analysis': {
      return { ...plain, DB_PATH: `${data}/analysis/results.db`, ...besideDocs(given) };
    }
    case 'webhook': {
      const defaults = { WEBHOOK_SERVER_IP_BIND: '127.0.0.1' };
      return { ...defaults, WEBHOOK_SERVER_DATA_DIR: `${data}/webhook`, ...given };
    }
    case 'sessions':
      return given;
    case 'agent':
      return { SIDECAR_DATA_DIR: `${data}/agent`, ...given };
    case 'docs': {
      const built = others.filter((other) => !services[other.name as ServiceName].isPlanned);
      const list = built.map((other) => `${other.name}=${other.url} ${healthOf(other.name)}`);
      return { ...plain, DATA_DIR: `${data}/docs`, LANTERN_SERVICES: list.join(','), ...given };
    }
  }
}

function healthOf(name: string): string {
  return services[name as ServiceName].health;
}

/** All of them, one after the other. */
export function laptopStarts(given: Environment, data: string): Start[] {
  return laptopServices.map((name) => ({
    name,
    environment: (running) => laptopEnvironment(name, given, data, running),
    ...(name === 'analysis' && { portVariable: 'ANALYSIS_PORT' }),
  }));
}
