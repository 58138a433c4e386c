import { webhookSettings } from '#core/webhook/settings.ts';
import type { Hosting } from '#core/host/hosting.ts';
import type { Environment } from '#core/platform/ports/environment.ts';

export function hosting(environment: Environment): Hosting {
  const { WEBHOOK_SERVER_PORT, WEBHOOK_SERVER_IP_BIND, WEBHOOK_SERVER_DATA_DIR } =
    webhookSettings(environment);
  return {
    host: WEBHOOK_SERVER_IP_BIND,
    port: WEBHOOK_SERVER_PORT,
    portVariable: 'WEBHOOK_SERVER_PORT',
    directory: WEBHOOK_SERVER_DATA_DIR,
    directoryVariable: 'WEBHOOK_SERVER_DATA_DIR',
    database: `${WEBHOOK_SERVER_DATA_DIR}/webhook.db`,
  };
}
