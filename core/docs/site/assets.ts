import { createHash } from 'node:crypto';
import type { Assets } from '#core/platform/ports/files/assets.ts';
import type { SiteFile } from './site-view.ts';

export const textFont = 'assets/text.woff2';

/** Published under fixed names; pages name the content besides. */
const published: readonly (readonly [path: string, source: string])[] = [
  ['assets/style.css', 'docs/site/browser/style.css'],
  [textFont, 'web/browser/text.woff2'],
  ['assets/text-license.txt', 'web/browser/text-license.txt'],
  ['assets/theme.js', 'docs/site/browser/theme.ts'],
  ['assets/search.js', 'docs/site/browser/search.ts'],
  ['assets/copy.js', 'docs/site/browser/copy.ts'],
  ['assets/callouts.js', 'docs/site/browser/callouts.ts'],
  ['assets/scrollspy.js', 'docs/site/browser/scrollspy.ts'],
  ['assets/codelabels.js', 'docs/site/browser/codelabels.ts'],
  ['assets/github.js', 'docs/site/browser/github.ts'],
];

export async function siteAssets(assets: Assets): Promise<SiteFile[]> {
  const font = assetVersion(await readAsset(assets, 'web/browser/text.woff2'));
  return Promise.all(
    published.map(async ([path, source]) => {
      const body = await readAsset(assets, source);
      const text = () => new TextDecoder().decode(body);
      if (path.endsWith('.js')) return { path, body: classic(text()) };
      if (!path.endsWith('.css')) return { path, body };
      // The address that documents preload.
      return { path, body: text().replaceAll('text.woff2', `text.woff2?v=${font}`) };
    }),
  );
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
function classic(script: string): string {
  return `(()=>{"use strict";${script.trim()}\n})();\n`;
}

/** Names the content of an asset in the address by which pages load it: caches keep that for good. */
export function assetVersion(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
