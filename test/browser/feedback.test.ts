import { describe, expect, it } from 'vitest';
import { html } from '#core/web/html.ts';
import { copyable, progress, clock } from '#core/web/parts/feedback.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { announced, kitWorld } from '#test/support/browser/kit-page.ts';

describe.runIf(chromePath)('feedback', () => {
  const world = kitWorld();

  describe('lantern-toast', () => {
    const say = (text: string, tone: string) => ({ text, tone });
    const announce = (detail: object) =>
      document.dispatchEvent(new CustomEvent('lantern:announce', { detail }));

    it('is read aloud, shown, and goes by itself unless something went wrong', async () => {
      const { page, problems } = await world.show(html``);
      await page.clock.install();
      await page.evaluate(announce, say('Saved <b>', 'good'));
      await page.evaluate(announce, say('Lost', 'bad'));
      expect(await page.locator('.toast p').allTextContents()).toEqual(['Saved <b>', 'Lost']);
      expect(await announced(page)).toBe('Lost');
      await page.clock.runFor(10_000);
      expect(await page.locator('.toast p').allTextContents()).toEqual(['Lost']);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      expect(await page.locator('.toasts').isVisible()).toBe(false);
      expect(problems).toEqual([]);
    });

    it('waits while it is read', async () => {
      const { page } = await world.show(html``);
      await page.clock.install();
      await page.evaluate(announce, say('Saved', 'good'));
      await page.locator('.toast').hover();
      await page.clock.runFor(20_000);
      expect(await page.locator('.toast').count()).toBe(1);
      await page.mouse.move(1, 1);
      await page.clock.runFor(10_000);
      expect(await page.locator('.toast').count()).toBe(0);
    });

    it('says the same thing twice when it happens twice', async () => {
      const { page } = await world.show(html``);
      await page.evaluate(announce, { text: 'Saved', silent: true });
      const first = await announced(page);
      await page.evaluate(announce, { text: 'Saved', silent: true });
      expect([first, await announced(page)]).toEqual(['Saved', 'Saved\u00a0']);
      expect(await page.locator('.toast').count()).toBe(0);
    });
  });

  describe('lantern-copy', () => {
    const body = copyable('the command', 'npm start <b>');
    const pasted = () => navigator.clipboard.readText();

    it('copies and says so', async () => {
      const { page, problems } = await world.show(body, {
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const button = page.getByRole('button', { name: 'Copy the command' });
      await button.click();
      await page.getByText('Copied', { exact: true }).waitFor();
      expect(await page.evaluate(pasted)).toBe('npm start <b>');
      expect(await announced(page)).toBe('Copied the command');
      expect(problems).toEqual([]);
    });

    it.each([
      ['copies the old way where the clipboard is closed', true, 'Copied the command'],
      ['selects the text where nothing is allowed', false, 'Copying is not allowed here.'],
    ])('%s', async (_, oldWayWorks, said) => {
      const { page } = await world.show(body);
      await page.evaluate((works) => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        const tried: string[] = [];
        Object.assign(globalThis, { tried });
        document.execCommand = () => {
          tried.push(getSelection()?.toString() ?? '');
          return works;
        };
      }, oldWayWorks);
      await page.getByRole('button', { name: 'Copy the command' }).click();
      await page.waitForFunction(
        (text) =>
          document.querySelector('lantern-toast [data-announcer]')?.textContent.startsWith(text),
        said,
      );
      expect(
        await page.evaluate(() => (globalThis as unknown as { tried: string[] }).tried),
      ).toEqual(['npm start <b>']);
      const selected = await page.evaluate(() => getSelection()?.toString());
      expect(selected).toBe(oldWayWorks ? '' : 'npm start <b>');
    });

    it('is plain text without script', async () => {
      const { page } = await world.show(body, { javaScriptEnabled: false });
      expect(await page.getByText('npm start <b>').isVisible()).toBe(true);
      expect(await page.getByRole('button').count()).toBe(0);
    });
  });

  it('a clock goes on by itself, and takes what the server says', async () => {
    const { page } = await world.show(clock(58));
    const shown = page.locator('lantern-clock');
    await page.clock.install();
    await page.reload();
    expect(await shown.textContent()).toBe('58 s');
    await page.clock.runFor(4_000);
    expect(await shown.textContent()).toBe('1 min 2 s');
    await shown.evaluate((element) => element.setAttribute('seconds', '300'));
    expect(await shown.textContent()).toBe('5 min');
    await page.clock.runFor(1_000);
    expect(await shown.textContent()).toBe('5 min 1 s');
  });

  describe('lantern-progress', () => {
    it('shows how far it is, and follows its attributes', async () => {
      const { page } = await world.show(progress('Pages', { value: 3, max: 12, text: '3 of 12' }));
      const bar = page.getByRole('progressbar', { name: 'Pages' });
      expect(await bar.evaluate((element) => (element as HTMLProgressElement).position)).toBe(0.25);
      await page.locator('lantern-progress').evaluate((element) => {
        element.setAttribute('value', '6');
        element.setAttribute('text', '6 of 12');
      });
      expect(await bar.evaluate((element) => (element as HTMLProgressElement).position)).toBe(0.5);
      expect(await page.getByText('6 of 12').isVisible()).toBe(true);
      await page
        .locator('lantern-progress')
        .evaluate((element) => element.removeAttribute('value'));
      expect(await bar.evaluate((element) => (element as HTMLProgressElement).position)).toBe(-1);
    });

    it('says the same without script', async () => {
      const { page } = await world.show(progress('Pages', { text: 'Planning' }), {
        javaScriptEnabled: false,
      });
      expect(await page.getByRole('progressbar', { name: 'Pages' }).isVisible()).toBe(true);
      expect(await page.getByText('Planning').isVisible()).toBe(true);
    });
  });
});
