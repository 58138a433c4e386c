import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { openEveryPage, type EveryPage } from '#test/support/browser/every-page.ts';
import { runsAll } from '#test/support/level.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';

const wide: [width: number, options: BrowserContextOptions][] = [[1280, { colorScheme: 'light' }]];

describe.runIf(chromePath).each([{ isEmpty: false }, { isEmpty: true }])(
  'every page of every service, %o',
  (state) => {
    let every: EveryPage;
    beforeAll(async () => {
      every = await openEveryPage(state);
    });
    afterAll(() => every?.close());

    // The long references of the interfaces: api-pages.test.ts looks at them.
    const isLooked = (route: string) => !/ \/(api|redoc)$|^webhook \/docs$/.test(route);
    const looks: [width: number, options: BrowserContextOptions][] = [
      [375, { colorScheme: 'dark' }],
      [320, { javaScriptEnabled: false }],
      ...(runsAll ? wide : []),
    ];

    it.each(looks)(
      'reads in one column, fits and is accessible (%i px, %o)',
      async (width, look) => {
        const { page, problems } = await watchedPage({
          ...{ ...look, viewport: { width, height: 800 } },
          extraHTTPHeaders: every.headers,
        });
        const found: Record<string, object> = {};
        const seen = new Set<string>();
        for (const { route, url } of every.pages) {
          const reply = await page.goto(url);
          const {
            description,
            header = 0,
            ...counts
          } = await page.evaluate(() => ({
            description: document.querySelector<HTMLMetaElement>('[name=description]')?.content,
            header: document.querySelector('.page-header')?.getBoundingClientRect().height,
            headings: document.querySelectorAll('h1').length,
            tooWide: document.body.scrollWidth - document.body.clientWidth,
            primary: [...document.querySelectorAll('.button.primary')].filter((button) =>
              button.checkVisibility(),
            ).length,
          }));
          const own = `${route.split(' ')[0]}: ${description}`;
          const isScripted = look.javaScriptEnabled !== false && isLooked(route);
          const wrong = {
            ...(reply?.status() !== 200 && { status: reply?.status() }),
            ...((seen.has(own) || !/^.{20}/.test(description ?? '')) && { description }),
            ...(header > 60 && { header }),
            ...(counts.headings !== 1 && { headings: counts.headings }),
            ...(counts.tooWide > 0 && { tooWide: counts.tooWide }),
            ...(counts.primary > 2 && { primary: counts.primary }),
            ...(isScripted && (await accessibilityProblems(page))),
          };
          seen.add(own);
          if (Object.keys(wrong).length > 0) found[route] = wrong;
        }
        expect({ found, problems }).toEqual({ found: {}, problems: [] });
      },
    );
  },
);

const teaching = ['docs /', 'analysis /', 'analysis /history', 'webhook /logs/deliveries'];

describe('a page that has nothing to show yet', () => {
  it('teaches with commands for this server, and without a key', async () => {
    const every = await openEveryPage({ isEmpty: true });
    const key = every.headers['authorization']?.slice('Bearer '.length);
    const silent: string[] = [];
    for (const { route, url } of every.pages.filter((page) => teaching.includes(page.route))) {
      const headers = { ...every.headers, accept: 'text/html' };
      const text = await (await fetch(url, { headers })).text();
      const commands = [...text.matchAll(/<lantern-copy[^]*?<\/lantern-copy>/g)].join('\n');
      if (!commands.includes(new URL(url).origin)) silent.push(route);
      expect(text).not.toContain(key);
    }
    await every.close();
    expect(silent).toEqual([]);
  });
});

describe.runIf(chromePath)('the menu of a narrow page', () => {
  it('opens without script, leads to every page of the header, and closes', async () => {
    const every = await openEveryPage();
    const { page } = await watchedPage({
      ...{ viewport: { width: 375, height: 800 }, javaScriptEnabled: false },
      extraHTTPHeaders: every.headers,
    });
    await page.goto(every.worlds['docs']?.url ?? '');
    const admin = page.getByRole('link', { name: 'Admin' });
    expect(await admin.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await admin.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await admin.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await admin.click();
    expect(new URL(page.url()).pathname).toBe('/admin');
    await every.close();
  });
});
