import * as z from 'zod/mini';
import { providerIds } from '../ai/providers.ts';
import { flag, parsed, port, settings } from '../platform/settings.ts';

const adminKey = 'must be set to a secret of at least 16 characters: it logs in the administrator';

/** A step in the cloud has 15 minutes, some of which are not the model's. */
export const cloudMinutes = 14;
/** The longest that fits a timer. */
export const longestTimeoutMinutes = 35_000;

function minutes(text: string): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return value > 0 ? value : undefined;
}

/** The documentation service's variables, read once. */
export const docsSettings = settings({
  PORT: port(8000),
  DATA_DIR: z._default(z.string(), '/data'),
  ADMIN_KEY: parsed(adminKey, (text) => (text.length >= 16 ? text : undefined)),
  SECURE_COOKIES: flag(true),
  /** Services that the home page shows: `name=url`, and where they say that they are well when
   * that is not `/health`, separated by commas. */
  LANTERN_SERVICES: z._default(z.string(), ''),
  /** Anybody may read the sites. */
  PUBLIC_DOCS: flag(false),
  AI_PROVIDER: z._default(
    parsed(`must be one of ${providerIds.join(', ')}`, (text) =>
      providerIds.find((id) => id === text),
    ),
    'provider_a',
  ),
  /** Unset: the provider's own default. */
  AI_MODEL: z.optional(z.string()),
  /** In minutes. */
  AI_CLI_TIMEOUT: z._default(parsed('must be a whole number of minutes above 0', minutes), 60),
});
