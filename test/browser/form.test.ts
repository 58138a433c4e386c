import { describe, expect, it } from 'vitest';
import { html } from '#core/web/html.ts';
import { field, formError } from '#core/web/parts/form.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { announced, jsonReply, kitWorld } from '#test/support/browser/kit-page.ts';

describe.runIf(chromePath)('lantern-form', () => {
  const world = kitWorld();

  const controls = html`${formError()} ${field('f', { name: 'name', label: 'Name' })}
    ${field('f', { name: 'age', label: 'Age', type: 'number' })}
    <label><input type="checkbox" name="force" /> Force</label>
    <button class="button">Save</button>`;
  const form = html`<lantern-form done="Saved {name}." next="reset">
    <form class="form" method="post" action="/save">${controls}</form>
  </lantern-form>`;

  it('sends its fields, announces what was done and starts again', async () => {
    const bodies: string[] = [];
    world.route('/save', ({ body }) => {
      bodies.push(body);
      return jsonReply(200, { name: 'x<b>y' });
    });
    const { page, problems } = await world.show(form);
    await page.getByLabel('Name').fill('x');
    await page.getByLabel('Age', { exact: true }).fill('7');
    await page.getByLabel('Force').check();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast').waitFor();
    expect(bodies).toEqual(['name=x&age=7&force=on']);
    expect(await announced(page)).toBe('Saved x<b>y.');
    expect(await page.locator('.toast').textContent()).toContain('Saved x<b>y.');
    expect(await page.getByLabel('Name').inputValue()).toBe('');
    expect(problems).toEqual([]);
  });

  it('shows each problem at its field, the rest above, and goes to the first', async () => {
    world.route('/save', () =>
      jsonReply(422, { detail: 'age: Too small; name: Taken <b>; other: Wrong' }),
    );
    const { page } = await world.show(form);
    await page.getByLabel('Name').fill('x');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('other: Wrong');
    expect(await page.locator('#f-name-error').textContent()).toBe('Taken <b>');
    expect(await page.locator('#f-age-error').textContent()).toBe('Too small');
    expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Name').getAttribute('aria-describedby')).toContain(
      'f-name-error',
    );
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('f-name');
    expect(await page.getByLabel('Name').inputValue()).toBe('x');

    world.route('/save', () => jsonReply(200, { name: 'x' }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast').waitFor();
    expect(await page.getByRole('alert').isVisible()).toBe(false);
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
  });

  it.each([
    ['its detail', () => jsonReply(409, { detail: 'Busy' }), 'Busy'],
    ['the agent’s error', () => jsonReply(400, { error: 'No' }), 'No'],
    [
      'a failure',
      () => ({ status: 502, body: 'bad' }),
      'The server failed. Try again in a moment.',
    ],
  ])('keeps the focus and what was typed on %s', async (_, route, text) => {
    world.route('/save', route);
    const { page } = await world.show(form);
    await page.getByLabel('Name').fill('x');
    await page.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe(text);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save');
    expect(await page.getByLabel('Name').inputValue()).toBe('x');
  });

  it('is sent once however often it is pressed', async () => {
    let sent = 0;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    world.route('/save', async () => {
      sent += 1;
      await held;
      return jsonReply(200, {});
    });
    const { page } = await world.show(form);
    const button = page.getByRole('button', { name: 'Save' });
    for (let press = 0; press < 3; press += 1) await button.click({ force: true });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    letGo();
    await page.waitForFunction(() => !document.querySelector('[busy]'));
    expect(sent).toBe(1);
  });

  it('asks first, and takes no for an answer', async () => {
    let sent = '';
    world.route('/save', ({ method }) => {
      sent = method;
      return jsonReply(200, {});
    });
    const { page } = await world.show(
      html`<lantern-form
        confirm="Delete “x”?"
        confirm-text="Its files go too."
        confirm-verb="Delete"
        done="Deleted."
      >
        <form method="post" action="/save"><button>Remove</button></form>
      </lantern-form>`,
    );
    const opener = page.getByRole('button', { name: 'Remove' });
    const dialog = page.getByRole('alertdialog', { name: 'Delete “x”?' });
    for (const refuse of ['Escape', 'Enter']) {
      await opener.click();
      await dialog.waitFor();
      // Cancel has the focus: a hasty Enter does no harm.
      await page.keyboard.press(refuse);
      await dialog.waitFor({ state: 'detached' });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    expect(sent).toBe('');
    await opener.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.locator('.toast').waitFor();
    expect(sent).toBe('POST');
  });

  it('is an ordinary form without script', async () => {
    let received = '';
    world.route('/save', ({ body }) => {
      received = body;
      return 'done';
    });
    const { page } = await world.show(form, { javaScriptEnabled: false });
    await page.getByLabel('Name').fill('a b');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/save');
    expect(received).toBe('name=a+b&age=');
  });
});
