import { describe, expect, it } from 'vitest';
import { html } from '#core/web/html.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { kitWorld } from '#test/support/browser/kit-page.ts';

describe.runIf(chromePath)('lantern-theme', () => {
  const world = kitWorld();

  const body = html`<p>Text</p>`;
  const lightness = () => getComputedStyle(document.documentElement).backgroundColor;

  it.each(['light', 'dark'] as const)('follows the system when it is %s', async (colorScheme) => {
    const { page } = await world.show(body, { colorScheme });
    const shown = await page.evaluate(lightness);
    const value = Number(/oklch\(([\d.]+)/.exec(shown)?.[1]);
    expect(value > 0.5).toBe(colorScheme === 'light');
    expect(await page.getByRole('radio', { name: 'System' }).isChecked()).toBe(true);
  });

  it('comes with the typeface of the sites', async () => {
    const { page, problems } = await world.show(body);
    const loaded = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].flatMap(({ status, family }) =>
        status === 'loaded' ? family : [],
      );
    });
    expect(loaded.map((family) => family.replaceAll('"', ''))).toContain('Lantern Text');
    expect(problems).toEqual([]);
  });

  it('is remembered, and there before the first paint', async () => {
    const { page, problems } = await world.show(body, { colorScheme: 'light' });
    const light = await page.evaluate(lightness);
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    const dark = await page.evaluate(lightness);
    expect(dark).not.toBe(light);

    // The kit is held back: what is painted until then must be dark already.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/kit.*', async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      const look = () => {
        if (document.body) seen.push(getComputedStyle(document.documentElement).backgroundColor);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(`${world.server().url}/`, { waitUntil: 'commit' });
    await page.waitForFunction(() => (globalThis as unknown as { seen: string[] }).seen.length > 2);
    letGo();
    await page.locator('lantern-theme').waitFor({ state: 'visible' });
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect([...new Set(seen)]).toEqual([dark]);
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);

    await page.getByRole('radio', { name: 'System' }).check({ force: true });
    expect(await page.evaluate(lightness)).toBe(light);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(problems).toEqual([]);
  });
});
