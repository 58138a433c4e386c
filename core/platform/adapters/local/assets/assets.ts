import { lazy } from '../../../lazy.ts';
import type { Assets } from '../../../ports/files/assets.ts';
import { bundle, unknownAsset } from './bundle.ts';

interface LocalAssetsOptions {
  /** The absolute path of the folder that asset names are relative to: core. */
  readonly root: string;
}

/** Bundles at the first use, once per process; after a build error the next request tries again. */
export function localAssets({ root }: LocalAssetsOptions): Assets {
  const open = lazy(() => bundle(root));

  return {
    async path(name) {
      const file = (await open()).names.get(name);
      if (file === undefined) throw unknownAsset(name);
      return `/assets/${file}`;
    },

    async find(file) {
      return (await open()).files.get(file);
    },
  };
}
