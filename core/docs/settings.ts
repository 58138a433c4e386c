import * as z from 'zod/mini';
import { flag, parsed, port, settings } from '../platform/settings.ts';

const adminKey = 'must be set to a secret of at least 16 characters: it logs in the administrator';

/** The documentation service's variables, read once. */
export const docsSettings = settings({
  PORT: port(8000),
  DATA_DIR: z._default(z.string(), '/data'),
  ADMIN_KEY: parsed(adminKey, (text) => (text.length >= 16 ? text : undefined)),
  SECURE_COOKIES: flag(true),
  /** Services that the home page shows: `name=url`, separated by commas. */
  LANTERN_SERVICES: z._default(z.string(), ''),
});
