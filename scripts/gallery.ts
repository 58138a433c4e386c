import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '#core/platform/failure.ts';
import { chromePath, launchBrowser } from '#test/support/browser/browser.ts';
import { openHome } from './demo/open-home.ts';
import { demoViews } from './demo/demo-views.ts';
import { openGallery } from './gallery/open-gallery.ts';
import { siteViews } from './gallery/site-views.ts';
import { takePictures } from './gallery/pictures.ts';
import { takeShots } from './gallery/take-shots.ts';
import { main } from './program/main.ts';

/** Screenshots in the folder `gallery`, or the one that is named first: of the demonstration in the
 * folder `demo`, or the one that is named second; where there is none, of three sites.
 * `--docs`: the pictures of README and documents, of the demonstration in the folder that is named. */
await main(async () => {
  if (chromePath === undefined) {
    const message = 'The gallery needs Chromium: install it, or set CHROME_PATH to its program.';
    throw new Failure('invalid', 'no_browser', message);
  }
  const isForDocuments = process.argv.includes('--docs');
  const [first, second] = process.argv.slice(2).filter((word) => word !== '--docs');
  const folder = resolve(first ?? 'gallery');
  const demo = resolve((isForDocuments ? first : second) ?? 'demo');
  const opened = existsSync(demo) ? await openDemo(demo) : await openSites();
  const browser = await launchBrowser();
  try {
    const { views, headers } = opened;
    if (isForDocuments) await takePictures(browser, views, headers);
    else {
      mkdirSync(folder, { recursive: true });
      const shots = await takeShots(browser, views, { folder, headers });
      const names = new Set(readdirSync(folder).map((file) => file.replace(/-\d+-\w+\.png$/, '')));
      console.log(`${shots} screenshots of ${names.size} pages in ${folder}`);
    }
  } finally {
    await browser.close();
    await opened.close();
  }
  process.exit();
});

async function openDemo(folder: string) {
  const home = await openHome(folder);
  return { ...(await demoViews(home)), close: () => home.stop() };
}

async function openSites() {
  const gallery = await openGallery();
  const views = gallery.sites.flatMap(siteViews);
  return { views, headers: gallery.headers, close: () => gallery.close() };
}
