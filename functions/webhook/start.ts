import type { Platform } from '#core/platform/ports/platform.ts';
import { prepareReceiving } from '#core/webhook/prepare-receiving.ts';

/** Refuses the start when senders are to be verified and no list of addresses can be read. */
export async function start(platform: Platform): Promise<void> {
  await prepareReceiving(platform);
}
