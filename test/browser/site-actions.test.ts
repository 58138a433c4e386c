import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromePath } from '#test/support/browser/browser.ts';
import { sampleSite } from '#test/support/docs/sample-site.ts';
import { openSite } from '#test/support/docs/site-server.ts';
import { watchedPage } from '#test/support/browser/watched-page.ts';

describe.runIf(chromePath)('what a reader does with a page', () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  beforeAll(async () => {
    site = await openSite(sampleSite, { repositoryUrl: null, commit: 'abcdef0' });
  });
  afterAll(() => site?.close());

  async function open(path: string, options: BrowserContextOptions = {}) {
    const watched = await watchedPage(options);
    await watched.page.goto(path.includes(':') ? path : `${site.url}/${path}`);
    return watched;
  }

  it.each(['http', 'file'])('copies the page as Markdown: %s', async (scheme) => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const place = scheme === 'file' ? site.file('api.html') : 'api.html';
    const { page, problems } = await open(place, { permissions });
    // Both load parts, with one policy between them.
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('ledger');
    await page.locator('.search-result').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Copy page as Markdown' }).click();
    await page.locator('#Announcer', { hasText: 'Page copied as Markdown' }).waitFor({
      state: 'attached',
    });
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(sampleSite.markdown.get('api'));
    const link = page.getByRole('link', { name: 'View as Markdown' });
    expect(await link.getAttribute('href')).toBe('api.md');
    expect(problems).toEqual([]);
  });

  it('says where the Markdown is when it cannot be copied', async () => {
    const { page } = await open('api.html');
    await page.route('**/search/text.*', (route) => route.abort());
    await page.getByRole('button', { name: 'Copy page as Markdown' }).click();
    const said = page.locator('#Announcer', { hasText: 'View as Markdown' });
    await said.waitFor({ state: 'attached' });
    expect(await said.textContent()).not.toContain('Copied');
  });

  it('prints the text alone, in light colours, with the addresses of other sites', async () => {
    const { page } = await open('installation.html', { colorScheme: 'dark' });
    await page.locator('.copy').first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll('button, nav, kbd, dialog, [data-search], .skip')].flatMap(
        (element) => (element.checkVisibility() ? [element.outerHTML] : []),
      ),
    );
    expect(seen.filter((markup) => !markup.includes('class="crumbs"'))).toEqual([]);
    const styles = await page.evaluate(() => {
      const { color } = getComputedStyle(document.body);
      const pre = document.querySelector('.highlight pre');
      return { color, space: pre && getComputedStyle(pre).whiteSpace };
    });
    expect(styles.space).toBe('pre-wrap');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    const light = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(styles.color).toBe(light);
  });
});
