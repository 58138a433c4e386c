import * as z from 'zod';
import { flag, port, settings, whole } from '../platform/settings.ts';
import { providerIds } from '../ai/providers.ts';

const adminKey = 'must be set to a secret of at least 16 characters: it logs in the administrator';

/** The documentation service's variables, read once. */
export const docsSettings = settings({
  PORT: port(8000),
  DATA_DIR: z.string().default('/data'),
  ADMIN_KEY: z.string(adminKey).min(16, adminKey),
  SECURE_COOKIES: flag(true),
  PUBLIC_DOCS: flag(false),
  AI_PROVIDER: z
    .string()
    .refine((id) => providerIds.includes(id), {
      message: `must be one of ${providerIds.join(', ')}`,
    })
    .default('provider_a'),
  AI_MODEL: z.string().optional(),
  /** Minutes. */
  AI_CLI_TIMEOUT: whole({ least: 1, most: 10_000, initial: 60 }),
  /** Services that the home page shows: `name=url`, separated by commas. */
  LANTERN_SERVICES: z.string().default(''),
});
