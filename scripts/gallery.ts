import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '#core/platform/failure.ts';
import { chromePath, launchBrowser } from '#test/support/browser/browser.ts';
import { openGallery } from './gallery/open-gallery.ts';
import { takeShots } from './gallery/take-shots.ts';
import { main } from './program/main.ts';

/** Screenshots of three sites, in the folder `gallery` or the one that is named. */
await main(async () => {
  if (chromePath === undefined) {
    const message = 'The gallery needs Chromium: install it, or set CHROME_PATH to its program.';
    throw new Failure('invalid', 'no_browser', message);
  }
  const folder = resolve(process.argv[2] ?? 'gallery');
  mkdirSync(folder, { recursive: true });
  const gallery = await openGallery();
  const browser = await launchBrowser();
  try {
    console.log(`${await takeShots(browser, gallery, folder)} screenshots in ${folder}`);
  } finally {
    await browser.close();
    await gallery.close();
  }
});
