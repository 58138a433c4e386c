import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { html } from '#core/web/html.ts';
import { live } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { announced, kitWorld } from '#test/support/browser/kit-page.ts';

interface Row {
  name: string;
  size?: number;
}

describe.runIf(chromePath)('lantern-table', () => {
  const world = kitWorld();

  const draw = (rows: Row[]) =>
    table<Row>({
      caption: 'Things',
      rows,
      id: ({ name }) => name,
      filter: 'Filter things',
      empty: html`<p class="empty">Nothing yet.</p>`,
      columns: [
        { label: 'Name', kind: 'heading', sort: 'text', cell: ({ name }) => name },
        {
          label: 'Size',
          kind: 'number',
          sort: 'number',
          value: ({ size }) => size ?? '',
          cell: ({ size }) => (size === undefined ? '–' : `${size} items`),
        },
        {
          label: 'Actions',
          kind: 'actions',
          cell: ({ name }) => html`<button>Open ${name}</button>`,
        },
      ],
    });
  const rows: Row[] = [
    { name: 'b10', size: 10 },
    { name: 'B9', size: 9 },
    { name: 'a' },
    { name: 'Ä', size: 100 },
  ];
  const names = (page: Page) =>
    page
      .locator('tbody tr:not([hidden]) th')
      .evaluateAll((cells) => cells.map((cell) => cell.textContent.trim()));

  it.each([
    ['Name', 1, 'ascending', ['a', 'Ä', 'B9', 'b10']],
    ['Name', 2, 'descending', ['b10', 'B9', 'Ä', 'a']],
    ['Size', 1, 'ascending', ['B9', 'b10', 'Ä', 'a']],
    ['Size', 2, 'descending', ['a', 'Ä', 'b10', 'B9']],
  ])('sorts by %s, pressed %i times, %s', async (label, presses, direction, expected) => {
    const { page, problems } = await world.show(draw(rows));
    const button = page.getByRole('button', { name: label, exact: true });
    for (let press = 0; press < presses; press += 1) await button.press('Enter');
    expect(await names(page)).toEqual(expected);
    expect((await page.locator(`th[aria-sort=${direction}]`).innerText()).trim()).toBe(label);
    expect(await page.locator('th[aria-sort]').count()).toBe(1);
    expect(await announced(page)).toBe(`Sorted by ${label}, ${direction}`);
    expect(problems).toEqual([]);
  });

  it('keeps what stands below a value beside its label on a phone', async () => {
    const { page } = await world.show(draw(rows));
    await page.setViewportSize({ width: 375, height: 812 });
    const cell = page.locator('td.number').first();
    await cell.evaluate((td) => {
      const parts = ['b', 'small'].map((name) => document.createElement(name));
      for (const part of parts) part.textContent = 'A reason';
      td.replaceChildren(...parts);
    });
    const left = (name: string) =>
      cell.locator(name).evaluate((part) => part.getBoundingClientRect().left);
    expect(await left('small')).toBe(await left('b'));
  });

  it('filters, counts, and says when nothing is left', async () => {
    const { page } = await world.show(draw(rows));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('B');
    expect(await names(page)).toEqual(['b10', 'B9']);
    await page.keyboard.type('9');
    expect(await names(page)).toEqual(['B9']);
    expect(await page.locator('.table-count').textContent()).toBe('1 of 4');
    await page.keyboard.type('<x>');
    expect(await page.locator('.table-nothing').textContent()).toBe('Nothing matches “B9<x>”.');
    await page.getByLabel('Filter things').fill('');
    expect(await names(page)).toHaveLength(4);
    expect(await page.locator('.table-nothing').isVisible()).toBe(false);
  });

  it('keeps order, filter, focus and its own controls through a live update', async () => {
    const shown = [...rows];
    const { page, problems } = await world.show(() => live('list', draw(shown), { seconds: 0.1 }));
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByLabel('Filter things').fill('b');
    await page.getByRole('button', { name: 'Open B9' }).focus();
    shown.push({ name: 'b0', size: 1 }, { name: 'zebra' });
    shown[1] = { name: 'B9', size: 77 };
    await page.getByText('77 items').waitFor();
    expect(await names(page)).toEqual(
      [...shown.map(({ name }) => name)]
        .sort(new Intl.Collator(undefined, { numeric: true }).compare)
        .filter((name) => /b/i.test(name)),
    );
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open B9');
    expect(await page.getByLabel('Filter things').inputValue()).toBe('b');
    expect(await page.locator('.sort').count()).toBe(2);
    const headers = await page.locator('thead th').allInnerTexts();
    expect(headers.map((text) => text.trim())).toEqual(['Name', 'Size', 'Actions']);
    expect(problems).toEqual([]);
  });
});
