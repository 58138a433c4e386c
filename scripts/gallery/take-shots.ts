import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Gallery, GallerySite } from './open-gallery.ts';

const sizes = [
  { width: 1280, height: 900 },
  { width: 375, height: 812 },
] as const;
/** A screenshot shows none, and would keep its room. */
const noScrollbar = 'html{scrollbar-width:none;scrollbar-gutter:auto!important}';
const themes = ['light', 'dark'] as const;

/** What is shown of a site. The menu is a column of its own on wide screens. */
const views: readonly {
  readonly view: string;
  readonly isNarrow?: true;
  readonly open: (page: Page, site: GallerySite) => Promise<unknown>;
}[] = [
  { view: 'home', open: (page, { url }) => page.goto(url) },
  { view: 'guide', open: (page, site) => page.goto(pageUrl(site, site.guide)) },
  { view: 'api', open: (page, site) => page.goto(pageUrl(site, site.api)) },
  {
    view: 'menu',
    isNarrow: true,
    async open(page, site) {
      await page.goto(pageUrl(site, site.guide));
      await page.getByRole('button', { name: 'Menu' }).click();
    },
  },
  {
    view: 'search',
    async open(page, site) {
      await page.goto(pageUrl(site, site.guide));
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(site.query);
      await page.locator('.search-result').first().waitFor();
    },
  },
];

/** Takes a screenshot of each view in each width and theme, and returns their number. */
export async function takeShots(
  browser: Browser,
  { sites, headers }: Gallery,
  folder: string,
): Promise<number> {
  let shots = 0;
  for (const viewport of sizes) {
    for (const theme of themes) {
      const context = await browser.newContext({
        viewport,
        colorScheme: theme,
        reducedMotion: 'reduce',
        extraHTTPHeaders: headers,
        isMobile: viewport.width < 1_000,
      });
      const page = await context.newPage();
      // Star counts change.
      await page.route('https://api.github.com/**', (route) => route.abort());
      for (const site of sites) {
        for (const { view, isNarrow, open } of views) {
          if (isNarrow && viewport.width > 1000) continue;
          await open(page, site);
          await page.evaluate(() => document.fonts.ready);
          const file = `${site.name}-${view}-${viewport.width}-${theme}.png`;
          await page.screenshot({ path: join(folder, file), style: noScrollbar });
          shots += 1;
        }
      }
      await context.close();
    }
  }
  return shots;
}

/** The address of the first page with the title, or of the first page. */
export function pageUrl({ plan, url }: GallerySite, title: string): string {
  const pages = plan.navigation.flatMap((group) => group.pages);
  const page = pages.find((each) => each.title === title) ?? pages[0];
  return `${url}${page?.slug ?? 'index'}.html`;
}
