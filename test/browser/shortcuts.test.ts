import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { html } from '#core/web/html.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { kitWorld } from '#test/support/browser/kit-page.ts';

describe.runIf(chromePath)('the keys of a page', () => {
  const world = kitWorld();
  const everything = html`<a href="#everything" data-shortcut="k">Everything</a>`;
  const own = html`<input aria-label="Own" data-shortcut="k" />`;
  const single = html`<input type="checkbox" aria-label="Single keys" data-shortcut-switch />`;
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const hash = (page: Page) => page.evaluate(() => location.hash);

  it('are Ctrl+K for the search over everything, and / for its own field', async () => {
    const { page } = await world.show(html`${everything} ${own}`);
    await page.keyboard.press('/');
    expect([await focused(page), await hash(page)]).toEqual(['Own', '']);
    expect(await page.getByLabel('Own').inputValue()).toBe('');
    await page.keyboard.press('Control+k');
    expect(await hash(page)).toBe('#everything');
  });

  it('are both for the only one of the two that there is', async () => {
    const { page } = await world.show(html`${own}`);
    await page.keyboard.press('Control+k');
    expect(await focused(page)).toBe('Own');
    const alone = await world.show(html`${everything}`);
    await alone.page.keyboard.press('/');
    expect(await hash(alone.page)).toBe('#everything');
  });

  it('are without / where single keys are switched off (WCAG 2.1.4)', async () => {
    const { page } = await world.show(html`${single} ${own}`);
    await page.getByLabel('Single keys').uncheck();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('');
    await page.keyboard.press('Control+k');
    expect(await focused(page)).toBe('Own');
  });
});
