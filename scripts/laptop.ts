import type { Environment } from '#core/platform/ports.ts';

/** What each service's environment is when all run together on one machine: the defaults of a
 * laptop, under what the user set. Docs comes last: its home page shows where the others listen. */
export const laptopServices = ['analysis', 'webhook', 'sessions', 'agent', 'docs'] as const;

export function laptopEnvironment(
  name: (typeof laptopServices)[number],
  given: Environment,
  data: string,
  others: readonly { readonly name: string; readonly url: string }[],
): Environment {
  switch (name) {
    case 'analysis': {
      // PORT moves docs; analysis has a variable of its own here.
      const { PORT: _docs, ...rest } = given;
      const PORT = given['ANALYSIS_PORT'] ?? '8001';
      return { DB_PATH: `${data}/analysis/results.db`, ...rest, PORT };
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
      const list = others.map((service) => `${service.name}=${service.url}`).join(',');
      return { DATA_DIR: `${data}/docs`, LANTERN_SERVICES: list, ...given };
    }
  }
}
