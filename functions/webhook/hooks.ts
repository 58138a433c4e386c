import type { HostContext } from '#core/http/host-context.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import { repairHooks } from '#core/webhook/hooks/repair-hooks.ts';

/** Creates or corrects our hooks on the code host. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  await repairHooks(context.lantern?.platform ?? (await openPlatform()), context.lantern?.signal);
}
