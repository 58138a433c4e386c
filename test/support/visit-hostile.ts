import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { html } from '#core/web/html.ts';
import type { KitWorld } from './kit-page.ts';
import { xssCorpus } from './xss-corpus.ts';

/** Shows a page that holds the whole corpus and expects that nothing of it runs, loads or is taken for
 * markup. pwned() is what every attack calls; besides, the policy must have had nothing to refuse:
 * what it refuses, escaping should have stopped. */
export async function visitHostile(
  world: KitWorld,
  draw: (attack: string) => string,
  act?: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, problems, close } = await world.show(html``);
  const calls: string[] = [];
  await page.exposeFunction('pwned', () => calls.push('pwned'));
  page.on('dialog', (opened) => {
    calls.push(`dialog ${opened.message()}`);
    void opened.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(world.server.url)) calls.push(`request ${request.url()}`);
  });
  world.route('/hostile', () => draw(xssCorpus.join('\n')));
  await page.goto(`${world.server.url}/hostile`);
  if (act) await act(page);
  // What waits for focus or a pointer gets both.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      element.focus();
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    }
  });
  const strays = await page.evaluate(
    () =>
      document.querySelectorAll(
        'iframe, object, embed, base, main script, main svg:not(.icon, .mark, .chart), img, meta[http-equiv], [onerror], [onload], [onfocus]',
      ).length,
  );
  await close();
  // A refused form is no surprise.
  const surprises = problems.filter((problem) => !problem.includes('status of 422'));
  expect({ calls, strays, surprises }).toEqual({ calls: [], strays: 0, surprises: [] });
}
