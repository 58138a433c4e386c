import { agentSettings } from '#core/agent/settings.ts';
import type { Hosting } from '#core/host/hosting.ts';
import type { Environment } from '#core/platform/ports/environment.ts';

export function hosting(environment: Environment): Hosting {
  const { host, port, directory } = agentSettings(environment);
  return {
    host,
    port,
    portVariable: 'SIDECAR_PORT',
    directory,
    directoryVariable: 'SIDECAR_DATA_DIR',
    database: `${directory}/agent.db`,
  };
}
