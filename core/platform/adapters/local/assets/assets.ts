import type { Assets } from '../../../ports/assets.ts';
import { type Bundle, bundle, unknownAsset } from './bundle.ts';

interface LocalAssetsOptions {
  /** The absolute path of the folder that asset names are relative to: core. */
  readonly root: string;
}

/** Bundles at the first use, once per process. */
export function localAssets({ root }: LocalAssetsOptions): Assets {
  let opened: Promise<Bundle> | undefined;

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

  function open(): Promise<Bundle> {
    opened ??= bundle(root).catch((error: unknown) => {
      // The file that did not build is being edited: the next request looks again.
      opened = undefined;
      throw error;
    });
    return opened;
  }
}
