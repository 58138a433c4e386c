import * as z from 'zod';
import { port, settings } from '../platform/settings.ts';

export const webhookSettings = settings({
  WEBHOOK_SERVER_PORT: port(5000),
  WEBHOOK_SERVER_IP_BIND: z.string().default('0.0.0.0'),
  WEBHOOK_SERVER_DATA_DIR: z.string().default('/data'),
});
