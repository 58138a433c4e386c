import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { root } from '../program/run.ts';
import { noScrollbar, type View } from './take-shots.ts';

/** The pictures of README and documents, by the view of the demonstration. */
const pictures: Readonly<Record<string, string>> = {
  'docs-home': 'home',
  'analysis-home': 'analysis',
  'logs-pull': 'pull-request',
  'logs-home': 'log',
  'sessions-search': 'sessions',
  'agent-session': 'agent',
};

/** Takes them anew, into `docs/`. */
export async function takePictures(
  browser: Browser,
  views: readonly View[],
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { ...headers },
  });
  const page = await context.newPage();
  for (const { name, open } of views) {
    if (!Object.hasOwn(pictures, name)) continue;
    await open(page);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({
      path: join(root, 'docs', `${pictures[name]}.png`),
      style: noScrollbar,
    });
  }
  await context.close();
}
