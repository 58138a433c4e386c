import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { html } from '#core/web/html.ts';
import type { KitWorld } from './kit-page.ts';

/** Notes what runs in the page, opens a dialog or leaves its origin. pwned() is what every attack
 * calls. */
export async function noteCalls(page: Page, url: string): Promise<string[]> {
  const { origin } = new URL(url);
  const calls: string[] = [];
  await page.exposeFunction('pwned', () => calls.push('pwned'));
  page.on('dialog', (opened) => {
    calls.push(`dialog ${opened.message()}`);
    void opened.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) calls.push(`request ${request.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(`${origin}/`)) calls.push(`went to ${frame.url()}`);
  });
  return calls;
}

/** What waits for focus or a pointer gets both. */
export const provoke = (page: Page, selector: string) =>
  page.evaluate((inside) => {
    for (const element of document.querySelectorAll<HTMLElement>(inside)) {
      if (element.localName !== 'svg') element.focus();
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    }
  }, selector);

/** Shows a page that holds the whole corpus and expects that nothing of it runs, loads or is taken for
 * markup. Besides, the policy must have had nothing to refuse: what it refuses, escaping should
 * have stopped. */
export async function visitHostile(
  world: KitWorld,
  draw: () => string,
  act?: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, problems } = await world.show(html``);
  const calls = await noteCalls(page, world.server().url);
  world.route('/hostile', draw);
  await page.goto(`${world.server().url}/hostile`);
  if (act) await act(page);
  await provoke(page, 'main *');
  const strays = await page.evaluate(
    () =>
      document.querySelectorAll(
        'iframe, object, embed, base, main script, main svg:not(.icon, .mark, .chart), img, meta[http-equiv], [onerror], [onload], [onfocus]',
      ).length,
  );
  // A refused form is no surprise.
  const surprises = problems.filter((problem) => !problem.includes('status of 422'));
  expect({ calls, strays, surprises }).toEqual({ calls: [], strays: 0, surprises: [] });
}
