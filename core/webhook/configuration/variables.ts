import * as z from 'zod/mini';
import { logsSettings } from '#core/logs/settings.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { optionalFlag, parsed, settings } from '#core/platform/settings.ts';

/** Variables that replace keys of config.yaml, and those of the receiver alone. */
export const webhookSettings = settings({
  /** secret of the hooks, in place of `webhook-secret` */
  WEBHOOK_SECRET: z.optional(z.string()),
  /** deliveries processed at once, in place of `max-workers`; 10 without both; not on AWS */
  MAX_WORKERS: z.optional(
    parsed('must be a whole number from 1 to 1000', (text) =>
      /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000
        ? Number(text)
        : undefined,
    ),
  ),
  /** accepts deliveries only from the code host's published addresses, in place of `verify-scm-ips` */
  VERIFY_SCM_IPS: optionalFlag(),
  /** the same for the content delivery network, in place of `verify-cdn-ips` */
  VERIFY_CDN_IPS: optionalFlag(),
  /** id of an app of the code host, as which the receiver logs in, in place of `scm-app-id` */
  SCM_APP_ID: z.optional(z.string()),
  /** its private key in PEM, in place of `scm-app-private-key-file` */
  SCM_APP_PRIVATE_KEY: z.optional(z.string()),
  /** token for the code host, when `scm-tokens` is not set */
  SCM_TOKEN: z.optional(z.string()),
});

/** Checked before the service starts. The receiver writes the log, too. */
export const allSettings = (environment: Environment) =>
  [webhookSettings, logsSettings].map((read) => read(environment));
