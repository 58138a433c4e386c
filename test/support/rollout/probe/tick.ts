import { platform as openPlatform } from '#core/home/platform.ts';
import { probes } from './records.ts';

export async function handler(): Promise<void> {
  const platform = await openPlatform();
  await platform.records.put(probes, { name: 'tick', seen: 'schedule' });
}
