import type { GallerySite } from './open-gallery.ts';
import type { View } from './take-shots.ts';

/** What is shown of a site. The menu is a column of its own on wide screens. */
export function siteViews(site: GallerySite): View[] {
  const { name, url, guide, api, query } = site;
  const guideUrl = pageUrl(site, guide);
  return [
    { name: `${name}-home`, open: (page) => page.goto(url) },
    { name: `${name}-guide`, open: (page) => page.goto(guideUrl) },
    { name: `${name}-api`, open: (page) => page.goto(pageUrl(site, api)) },
    {
      name: `${name}-menu`,
      isNarrow: true,
      async open(page) {
        await page.goto(guideUrl);
        await page.getByRole('button', { name: 'Menu' }).click();
      },
    },
    {
      name: `${name}-search`,
      async open(page) {
        await page.goto(guideUrl);
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill(query);
        await page.locator('.search-result').first().waitFor();
      },
    },
  ];
}

/** The address of the first page with the title, or of the first page. */
export function pageUrl({ plan, url }: Pick<GallerySite, 'plan' | 'url'>, title: string): string {
  const pages = plan.navigation.flatMap((group) => group.pages);
  const page = pages.find((each) => each.title === title) ?? pages[0];
  return `${url}${page?.slug ?? 'index'}.html`;
}
