import { docsSettings } from '#core/docs/settings.ts';
import type { Hosting } from '#core/host/hosting.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { commonSettings } from '#core/platform/settings.ts';

export function hosting(environment: Environment): Hosting {
  const { PORT, DATA_DIR } = docsSettings(environment);
  return {
    host: commonSettings(environment).HOST,
    port: PORT,
    portVariable: 'PORT',
    directory: DATA_DIR,
    directoryVariable: 'DATA_DIR',
    database: `${DATA_DIR}/app.db`,
  };
}
