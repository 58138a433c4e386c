import type { Assets } from '#core/platform/ports/assets.ts';
import { assetVersion } from './asset-version.ts';
import type { SiteFile } from './site-view.ts';

/** Published under fixed names; pages name the content besides. */
const published: readonly (readonly [path: string, source: string])[] = [
  ['assets/style.css', 'docs/browser/style.css'],
  ['assets/theme.js', 'docs/browser/theme.ts'],
  ['assets/search.js', 'docs/browser/search.ts'],
  ['assets/copy.js', 'docs/browser/copy.ts'],
  ['assets/callouts.js', 'docs/browser/callouts.ts'],
  ['assets/scrollspy.js', 'docs/browser/scrollspy.ts'],
  ['assets/codelabels.js', 'docs/browser/codelabels.ts'],
  ['assets/github.js', 'docs/browser/github.ts'],
];

export function siteAssets(assets: Assets): Promise<SiteFile[]> {
  return Promise.all(
    published.map(async ([path, source]) => {
      const body = await readAsset(assets, source);
      return { path, body: path.endsWith('.js') ? classic(body) : body };
    }),
  );
}

/** The letters that pictures of sites are drawn with. */
export function pictureLetters(assets: Assets): Promise<Uint8Array> {
  return readAsset(assets, 'docs/browser/glyphs.bin');
}

async function readAsset(assets: Assets, source: string): Promise<Uint8Array> {
  const file = (await assets.path(source)).split('/').at(-1) ?? '';
  const asset = await assets.find(file);
  if (!asset) throw new Error(`The asset ${source} is named but not there`);
  return asset.body;
}

/** By path. */
export function assetVersions(files: readonly SiteFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ path, body }) => [path, assetVersion(body)]));
}

/** Browsers load no modules from file:, and classic scripts share one scope: each gets its own. */
function classic(body: Uint8Array): string {
  return `(()=>{"use strict";${new TextDecoder().decode(body).trim()}\n})();\n`;
}
