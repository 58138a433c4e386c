import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asset, Assets } from '../../ports/assets.ts';

interface AwsAssetsOptions {
  /** Where scripts/build-assets.ts wrote the files and their manifest. */
  readonly folder: string;
}

export interface AssetManifest {
  /** By source name, such as `web/page.css`. */
  readonly names: Readonly<Record<string, string>>;
  /** Content types by file name. */
  readonly types: Readonly<Record<string, string>>;
}

/** Files that were bundled before the rollout and travel with the function. */
export function awsAssets({ folder }: AwsAssetsOptions): Assets {
  let opened: Promise<AssetManifest> | undefined;
  const read = new Map<string, Promise<Asset>>();

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
      const known = read.get(file);
      if (known) return known;
      const reading = readFile(join(folder, file)).then((body) => ({ body, type }));
      read.set(file, reading);
      return reading;
    },
  };

  function open(): Promise<AssetManifest> {
    opened ??= readFile(join(folder, 'manifest.json'), 'utf8').then(
      (text) => JSON.parse(text) as AssetManifest,
      (error: unknown) => {
        throw new Error(`No bundled assets in ${folder}: run node scripts/build-assets.ts`, {
          cause: error,
        });
      },
    );
    return opened;
  }
}
