import { describe, expect, it } from 'vitest';
import { html } from '#core/web/html.ts';
import { dialog, dialogButton } from '#core/web/parts/dialog.ts';
import { copyable } from '#core/web/parts/feedback.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { kitWorld } from '#test/support/browser/kit-page.ts';

describe.runIf(chromePath)('lantern-dialog', () => {
  const world = kitWorld();

  const body = html`${dialogButton('d', 'Open', { shortcut: '?' })}
    <input aria-label="Box" />
    ${dialog(
      'd',
      'Title',
      html`<a href="#x">Inside</a>${copyable('code', 'text')}
        <label><input type="checkbox" data-shortcut-switch checked />Keys</label>`,
    )}`;

  it('opens by its button, keeps the keyboard inside, and gives the focus back', async () => {
    const { page, problems } = await world.show(body);
    const opener = page.getByRole('button', { name: 'Open' });
    const shown = page.getByRole('dialog', { name: 'Title' });
    await opener.press('Enter');
    expect(await shown.isVisible()).toBe(true);
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press(step < 6 ? 'Tab' : 'Shift+Tab');
      // Between the last and the first control lies the browser itself.
      const place = await page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === document.body) return 'browser';
        return activeElement?.closest('dialog') ? 'inside' : 'outside';
      });
      expect(place).not.toBe('outside');
    }
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'hidden' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);

    await opener.click();
    await shown.getByRole('button', { name: 'Close' }).click();
    await shown.waitFor({ state: 'hidden' });
    await opener.click();
    await page.mouse.click(3, 3);
    await shown.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
  });

  it('opens and closes without script', async () => {
    const { page } = await world.show(body, { javaScriptEnabled: false });
    await page.getByRole('button', { name: 'Open' }).click();
    const shown = page.getByRole('dialog', { name: 'Title' });
    expect(await shown.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await shown.isVisible()).toBe(false);
  });

  it('has a key, which text fields do not trigger and the reader can turn off', async () => {
    const { page } = await world.show(body);
    const shown = page.getByRole('dialog', { name: 'Title' });
    await page.getByLabel('Box').press('?');
    expect(await shown.isVisible()).toBe(false);
    await page.getByLabel('Box').blur();
    await page.keyboard.press('?');
    expect(await shown.isVisible()).toBe(true);
    await page.getByLabel('Keys').uncheck();
    await page.reload();
    await page.keyboard.press('?');
    expect(await shown.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Open' }).click();
    expect(await page.getByLabel('Keys').isChecked()).toBe(false);
  });
});
