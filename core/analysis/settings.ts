import * as z from 'zod/mini';
import { flag, settings } from '../platform/settings.ts';

/** The failure-analysis service's variables that the foundation needs. */
export const analysisSettings = settings({
  ADMIN_KEY: z.optional(z.string()),
  APP_ENCRYPTION_KEY: z.optional(z.string()),
  SECURE_COOKIES: flag(true),
  TRUST_PROXY_HEADERS: flag(false),
});
