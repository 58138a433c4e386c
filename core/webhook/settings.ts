import * as z from 'zod/mini';
import { port, settings } from '../platform/settings.ts';

export const webhookSettings = settings({
  WEBHOOK_SERVER_PORT: port(5000),
  WEBHOOK_SERVER_IP_BIND: z._default(z.string(), '0.0.0.0'),
  WEBHOOK_SERVER_DATA_DIR: z._default(z.string(), '/data'),
});
