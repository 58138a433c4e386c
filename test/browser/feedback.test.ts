import { describe, expect, it } from 'vitest';
import { html } from '#core/web/html.ts';
import { copyable } from '#core/web/parts/feedback.ts';
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
  });
});
