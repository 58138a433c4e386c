import type { HostContext } from '#core/http/host-context.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import { fillGaps } from '#core/webhook/gap/fill-gaps.ts';

/** Takes in deliveries that did not reach us. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  await fillGaps(context.lantern?.platform ?? (await openPlatform()), context.lantern?.signal);
}
