import * as z from 'zod/mini';
import { flag, settings } from '../platform/settings.ts';

/** The failure-analysis service's variables that the foundation needs. */
export const analysisSettings = settings({
  /** logs in `admin` */
  ADMIN_KEY: z.optional(z.string()),
  /** all API keys are hashed with this key: changing it invalidates them; unset: one is generated
   * and kept */
  APP_ENCRYPTION_KEY: z.optional(z.string()),
  /** cookies over HTTPS only, and HSTS */
  SECURE_COOKIES: flag(true),
  /** takes `X-Forwarded-User` from a trusted proxy */
  TRUST_PROXY_HEADERS: flag(false),
});
