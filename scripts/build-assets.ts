// Writes what the laptop bundles at its first use, and our templates, into a folder for the cloud:
// node scripts/build-assets.ts [folder]
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { bundle } from '#core/platform/adapters/local/assets/bundle.ts';
import type { AssetManifest } from '#core/platform/adapters/aws/assets.ts';

const core = resolve(import.meta.dirname, '../core');

export async function buildAssets(folder: string, root = core): Promise<AssetManifest> {
  const { names, files } = await bundle(root);
  await mkdir(folder, { recursive: true });
  await removeEarlier(folder);
  const manifest: AssetManifest = {
    names: Object.fromEntries(names),
    types: Object.fromEntries([...files].map(([name, { type }]) => [name, type])),
  };
  for (const [name, { body }] of files) await writeFile(join(folder, name), body);
  // The paths are those below core: core/home/open-aws.ts reads them.
  for (const name of await readdir(root, { recursive: true })) {
    if (name.endsWith('.mustache')) await cp(join(root, name), join(folder, 'templates', name));
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
  return manifest;
}

/** Deletes only files of an earlier run: the argument may name the wrong folder. */
async function removeEarlier(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const { types } = JSON.parse(text) as AssetManifest;
  for (const name of Object.keys(types)) await rm(join(folder, basename(name)), { force: true });
  await rm(join(folder, 'templates'), { recursive: true, force: true });
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? 'data/assets');
  const { names } = await buildAssets(folder);
  console.log(`${Object.keys(names).length} assets in ${folder}`);
}
