import type { HostContext } from '#core/http/host-context.ts';
import { identityTables } from '#core/identity/tables.ts';
import { platform as openPlatform } from '#core/home/platform.ts';

/** Removes what has expired. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  const platform = context.lantern?.platform ?? (await openPlatform());
  await platform.records.maintain(identityTables);
}
