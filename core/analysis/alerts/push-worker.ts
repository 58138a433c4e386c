import type { Asset } from '#core/platform/ports/files/assets.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

/** Under an address that stays: browsers look there for a newer version. */
export async function pushWorker({ assets }: Pick<Platform, 'assets'>): Promise<Asset> {
  const path = await assets.path('analysis/alerts/browser/push-worker.ts');
  const asset = await assets.find(path.slice(path.lastIndexOf('/') + 1));
  if (!asset) throw new Error('the service worker is not among the assets');
  return asset;
}
