import type { HostContext } from '#core/http/host-context.ts';
import { platform as openPlatform } from '#core/home/platform.ts';

/** For the stream of the table: new entries go to those who follow the log. */
export async function handler(event: unknown, context: HostContext = {}): Promise<void> {
  const platform = context.lantern?.platform ?? (await openPlatform());
  await platform.logs.push(event);
}
