import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { settings } from '#core/platform/settings.ts';

const keySettings = settings({
  /** @internal Where this machine keeps ADMIN_KEY; `npm start` sets it. */
  LANTERN_KEY_PLACE: z.optional(z.string()),
});

/** Where the administrator of this machine finds the key, for the login page. */
export function keyPlace({ environment }: Pick<Platform, 'environment'>): { keyPlace?: string } {
  const { LANTERN_KEY_PLACE } = keySettings(environment);
  return LANTERN_KEY_PLACE === undefined ? {} : { keyPlace: LANTERN_KEY_PLACE };
}
