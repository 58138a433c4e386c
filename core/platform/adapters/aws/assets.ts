import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lazy } from '../../lazy.ts';
import type { Asset, Assets } from '../../ports/files/assets.ts';

interface AwsAssetsOptions {
  /** The output folder of scripts/build-assets.ts. */
  readonly folder: string;
}

export interface AssetManifest {
  /** By source name, such as `web/page.css`. */
  readonly names: Readonly<Record<string, string>>;
  /** Content types by file name. */
  readonly types: Readonly<Record<string, string>>;
}

/** Files that were bundled before the rollout and are part of the function. */
export function awsAssets({ folder }: AwsAssetsOptions): Assets {
  const open = lazy(readManifest);
  const cache = new Map<string, Promise<Asset>>();

  return {
    async path(name) {
      const { names } = await open();
      const file = Object.hasOwn(names, name) ? names[name] : undefined;
      if (file === undefined) throw new Error(`No asset "${name}" in the bundled ones`);
      return `/assets/${file}`;
    },

    async find(file) {
      const { types } = await open();
      const type = Object.hasOwn(types, file) ? types[file] : undefined;
      if (type === undefined) return undefined;
      const asset =
        cache.get(file) ?? readFile(join(folder, file)).then((body) => ({ body, type }));
      cache.set(file, asset);
      return asset;
    },
  };

  async function readManifest(): Promise<AssetManifest> {
    const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((cause: unknown) => {
      const message = `No bundled assets in ${folder}: run node scripts/build-assets.ts`;
      throw new Error(message, { cause });
    });
    return JSON.parse(text) as AssetManifest;
  }
}
