import type { Hosting } from '#core/host/hosting.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { sessionsSettings } from '#core/sessions/settings.ts';

export function hosting(environment: Environment): Hosting {
  const { SESSIONINFO_HOST, SESSIONINFO_PORT, XDG_CACHE_HOME, HOME } =
    sessionsSettings(environment);
  const directory = `${XDG_CACHE_HOME ?? `${HOME}/.cache`}/lantern`;
  return {
    host: SESSIONINFO_HOST,
    port: SESSIONINFO_PORT,
    portVariable: 'SESSIONINFO_PORT',
    directory,
    directoryVariable: 'XDG_CACHE_HOME',
    database: `${directory}/sessions.db`,
  };
}
