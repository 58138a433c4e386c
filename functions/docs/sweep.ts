import { sweepDocs } from '#core/docs/generation/sweep.ts';
import type { HostContext } from '#core/http/host-context.ts';
import { forgetDone } from '#core/jobs/forget-done.ts';
import { platform as openPlatform } from '#core/home/platform.ts';

/** Removes what has expired. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  const platform = context.lantern?.platform ?? (await openPlatform());
  await sweepDocs(platform);
  await forgetDone(platform);
}
