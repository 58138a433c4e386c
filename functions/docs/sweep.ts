import { sweepDocs } from '#core/docs/sweep.ts';
import type { HostContext } from '#core/http/host-context.ts';
import { platform as openPlatform } from '#core/platform/index.ts';

/** Removes what has expired. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  await sweepDocs(context.lantern?.platform ?? (await openPlatform()));
}
