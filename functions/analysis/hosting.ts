import { analysisSettings } from '#core/analysis/settings.ts';
import type { Hosting } from '#core/host/hosting.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { commonSettings } from '#core/platform/settings.ts';

export function hosting(environment: Environment): Hosting {
  const { PORT, DB_PATH } = analysisSettings(environment);
  return {
    host: commonSettings(environment).HOST,
    port: PORT,
    portVariable: 'PORT',
    directory: `${DB_PATH}.files`,
    directoryVariable: 'DB_PATH',
    database: DB_PATH,
    isFolderGiven: true,
  };
}
