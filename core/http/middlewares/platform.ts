import { platform as openPlatform } from '#core/home/platform.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { adds } from './chain.ts';

/** The platform of our own host, else that of the deployed function. */
export const platform = {
  before: adds(({ lantern }: { readonly lantern?: { readonly platform: Platform } }) =>
    lantern
      ? { platform: lantern.platform }
      : openPlatform().then((opened) => ({ platform: opened })),
  ),
};
