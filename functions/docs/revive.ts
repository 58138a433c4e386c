import { reviveGenerations } from '#core/docs/generation/revive.ts';
import type { HostContext } from '#core/http/host-context.ts';
import { platform as openPlatform } from '#core/home/platform.ts';

/** Goes on with generations that nobody is at work on. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  await reviveGenerations(context.lantern?.platform ?? (await openPlatform()));
}
