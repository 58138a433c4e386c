import * as z from 'zod';
import { flag, list, port, settings } from '../platform/settings.ts';

/** The failure-analysis service's variables that the foundation needs. */
export const analysisSettings = settings({
  PORT: port(8000),
  DB_PATH: z.string().default('/data/results.db'),
  ADMIN_KEY: z.string().optional(),
  APP_ENCRYPTION_KEY: z.string().optional(),
  ALLOWED_USERS: list(','),
  SECURE_COOKIES: flag(true),
  TRUST_PROXY_HEADERS: flag(false),
});
