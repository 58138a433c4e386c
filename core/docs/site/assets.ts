import type { Assets } from '#core/platform/ports.ts';
import type { SiteFile } from './site-view.ts';

/** Published under fixed names: a page of ten thousand does not change with a style sheet. */
const published: readonly (readonly [path: string, source: string])[] = [
  ['assets/style.css', 'docs/browser/style.css'],
  ['assets/icon.svg', 'web/icon.svg'],
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
      const file = (await assets.path(source)).split('/').at(-1) ?? '';
      const asset = await assets.find(file);
      if (!asset) throw new Error(`The asset ${source} is named but not there`);
      return { path, body: path.endsWith('.js') ? classic(asset.body) : asset.body };
    }),
  );
}

/** Browsers load no modules from file:, and classic scripts share one scope: each gets its own. */
function classic(body: Uint8Array): string {
  return `(()=>{"use strict";${new TextDecoder().decode(body).trim()}\n})();\n`;
}
