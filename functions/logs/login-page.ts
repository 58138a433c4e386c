import * as z from 'zod/mini';
import { logsLoginPage } from '#core/logs/pages/login-page.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'Asks for LOGS_KEY',
  access: 'viewer',
  query: z.object({ next: z._default(z.string(), '') }),
  replies: { 404: { description: 'The log viewer is switched off' } },
  show: ({ frame: { assets }, query: { next } }) => logsLoginPage({ assets, next }),
});
