import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** A page, or a state of it, that has its picture taken. */
export interface View {
  readonly name: string;
  readonly open: (page: Page) => Promise<unknown>;
  /** It is there on narrow screens only. */
  readonly isNarrow?: true;
}

interface Options {
  readonly folder: string;
  /** A reader's. */
  readonly headers: Readonly<Record<string, string>>;
}

const sizes = [
  { width: 1280, height: 900 },
  { width: 375, height: 812 },
] as const;
/** A screenshot shows none, and would keep its room. */
export const noScrollbar = 'html{scrollbar-width:none;scrollbar-gutter:auto!important}';
const themes = ['light', 'dark'] as const;

/** Takes a screenshot of each view in each width and theme, and returns their number. */
export async function takeShots(
  browser: Browser,
  views: readonly View[],
  { folder, headers }: Options,
): Promise<number> {
  let shots = 0;
  for (const viewport of sizes) {
    for (const theme of themes) {
      const context = await browser.newContext({
        viewport,
        colorScheme: theme,
        reducedMotion: 'reduce',
        extraHTTPHeaders: { ...headers },
        isMobile: viewport.width < 1_000,
      });
      const page = await context.newPage();
      // Star counts change.
      await page.route('https://api.github.com/**', (route) => route.abort());
      for (const { name, isNarrow, open } of views) {
        if (isNarrow && viewport.width > 1000) continue;
        await open(page);
        await page.evaluate(() => document.fonts.ready);
        const path = join(folder, `${name}-${viewport.width}-${theme}.png`);
        await page.screenshot({ path, style: noScrollbar });
        shots += 1;
      }
      await context.close();
    }
  }
  return shots;
}
