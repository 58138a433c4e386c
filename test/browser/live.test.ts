import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { html } from '#core/web/html.ts';
import { live } from '#core/web/parts/feedback.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { announced, kitWorld } from '#test/support/browser/kit-page.ts';

/** Loads the page again with timers that runFor() moves forward. */
async function installClock(page: Page) {
  await page.clock.install();
  await page.reload();
}

/** A request that was made before has arrived when this is answered. */
const requestsHere = (page: Page) => page.evaluate(() => fetch('/nothing').then(() => undefined));

const stateIs = (page: Page, state: string) => page.locator(`[data-state=${state}]`).waitFor();

describe.runIf(chromePath)('lantern-live', () => {
  const world = kitWorld();

  it('renews itself from its own page and leaves what the reader does alone', async () => {
    let count = 0;
    const { page, problems } = await world.show(
      () =>
        html`${live(
          'region',
          html`<p>Count <b>${(count += 1)}</b></p>
            <input aria-label="Note" id="note" />
            <details id="more">
              <summary>More</summary>
              ${count}
            </details>`,
          { seconds: 0.1 },
        )}`,
    );
    await page.getByLabel('Note').fill('typing');
    await page.getByText('More').click();
    await page.getByLabel('Note').focus();
    await page.getByText('Count 4').waitFor();
    expect(await page.getByLabel('Note').inputValue()).toBe('typing');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('note');
    expect(await page.locator('#more').getAttribute('open')).toBe('');
    expect(await page.locator('.live-status').count()).toBe(1);
    expect(problems).toEqual([]);
  });

  it('adds, removes, moves and changes by key', async () => {
    const lists = ['abc', 'cab', 'xbz', '', 'ba'];
    let turn = 0;
    const { page } = await world.show(() =>
      live(
        'region',
        html`<ul>
          ${[...(lists[turn] ?? '')].map((key) => html`<li data-key="${key}">${key}${turn}</li>`)}
        </ul>`,
        { seconds: 0.05 },
      ),
    );
    // What keeps its key stays the very element, wherever it moves.
    await page.locator('[data-key=b]').evaluate((item) => Object.assign(item, { isFirst: true }));
    const isFirst = () => 'isFirst' in (document.querySelector('[data-key=b]') ?? {});
    const firsts: boolean[] = [];
    for (turn = 1; turn < lists.length; turn += 1) {
      const expected = [...(lists[turn] ?? '')].map((key) => `${key}${turn}`).join();
      await page.waitForFunction(
        (text) =>
          [...document.querySelectorAll('#region li')].map((item) => item.textContent).join() ===
          text,
        expected,
      );
      firsts.push(await page.evaluate(isFirst));
    }
    expect(firsts).toEqual([true, true, false, false]);
  });

  it('says when it is interrupted, waits longer each time, and goes on', async () => {
    let isDown = false;
    let count = 0;
    const { page } = await world.show(() => {
      if (isDown) throw new Error('down');
      return live('region', html`<p>Count ${(count += 1)}</p>`, { seconds: 1 });
    });
    isDown = true;
    await stateIs(page, 'failing');
    expect(await announced(page)).toBe('Live updates are interrupted.');
    expect(await page.locator('.live-status').innerText()).toContain('Retrying in 2 s.');
    await page.getByText('Retrying in 4 s.').waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Try now' }).click();
    await stateIs(page, 'live');
    expect(await announced(page)).toBe('Live updates are back.');
    expect(await page.getByRole('button', { name: 'Try now' }).isVisible()).toBe(false);
  });

  it('stops when the server says that there is no more', async () => {
    let count = 0;
    const { page } = await world.show(() => {
      count += 1;
      return live('region', html`<p>Count ${count}</p>`, { seconds: 600, done: count === 4 });
    });
    await installClock(page);
    for (const text of ['Count 3', 'Count 4']) {
      await stateIs(page, 'live');
      await page.clock.runFor(600_000);
      await page.getByText(text).waitFor();
    }
    await stateIs(page, 'done');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.clock.runFor(3_600_000);
    await requestsHere(page);
    await stateIs(page, 'done');
    expect(count).toBe(4);
  });
});
