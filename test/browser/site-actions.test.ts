import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath, launchBrowser } from '#test/support/browser.ts';
import { renderedSite } from '#test/support/rendered-site.ts';
import { sampleSite } from '#test/support/sample-site.ts';
import { serveSite, type SiteServer } from '#test/support/site-server.ts';
import { watchedPage } from '#test/support/watched-page.ts';

describe.runIf(chromePath)('what a reader does with a page', () => {
  let browser: Browser;
  let server: SiteServer;
  beforeAll(async () => {
    browser = await launchBrowser();
    const origin = { repositoryUrl: null, commit: 'abcdef0' };
    server = await serveSite((await renderedSite(sampleSite, origin)).files);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(path: string, options: BrowserContextOptions = {}) {
    const watched = await watchedPage(browser, options);
    await watched.page.goto(path.includes(':') ? path : `${server.url}/${path}`);
    return watched;
  }

  it('opens search with a slash, but not while typing', async () => {
    const { page, problems, close } = await open('introduction.html');
    const field = page.getByRole('combobox');
    await page.keyboard.press('Control+/');
    expect(await field.count()).toBe(0);
    await page.keyboard.press('/');
    await field.waitFor();
    expect(await field.inputValue()).toBe('');
    await page.keyboard.type('retries/');
    expect(await field.inputValue()).toBe('retries/');
    await field.fill('openHarbour');
    await page.locator('.search-result').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/api.html#openharbour');
    expect(problems).toEqual([]);
    await close();
  });
});
