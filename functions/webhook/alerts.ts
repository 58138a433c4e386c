import type { HostContext } from '#core/http/host-context.ts';
import { platform as openPlatform } from '#core/home/platform.ts';
import { tellFailures } from '#core/webhook/alerts/tell-failures.ts';

/** Tells the operator about failed deliveries. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  await tellFailures(context.lantern?.platform ?? (await openPlatform()));
}
