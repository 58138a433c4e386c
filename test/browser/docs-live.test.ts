import type { BrowserContextOptions, Locator } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { projects } from '#core/docs/tables.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { addUser, bearer, statusOfMe } from '#test/support/actors.ts';
import { appendProgress } from '#test/support/docs/append-progress.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { addRunning } from '#test/support/docs/running-generation.ts';
import { watchedPage } from '#test/support/browser/watched-page.ts';
import { adminKey, onLocal, openWorld, type World } from '#test/support/world.ts';

const insideOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return { left, right };
  });

const environment = { SECURE_COOKIES: 'false' };

// The pages as people use them, on the real service.
describe.runIf(chromePath)('the documentation service in a browser', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld(onLocal, 'docs', { environment });
    return () => world.close();
  });

  async function signedIn(options: BrowserContextOptions = {}, name = 'admin', key = adminKey) {
    const watched = await watchedPage(options);
    const { page } = watched;
    await page.goto(`${world.url}/`);
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    return watched;
  }

  it('shows progress as it comes, without a reload, and the result', async () => {
    const generation = await addRunning(world.platform, 'live');
    const { page, problems } = await signedIn();
    await page.evaluate(() => (document.body.dataset['same'] = 'yes'));
    await appendProgress(world.platform, generation, {
      ...{ stage: 'generating_pages', pages_done: 3, pages_total: 9 },
      ...{ page: 'How <b>it</b> works', input_tokens: 1200, cost_usd: 0.5 },
    });
    await page.getByText('Writing pages: 3 of 9').waitFor();
    await page.getByText('How <b>it</b> works').waitFor();
    await page.getByText('1,200 tokens, $0.500').waitFor();
    await world.platform.records.update(
      projects,
      { owner: 'admin', name: 'live' },
      { status: 'ready', page_count: 9, last_generated: world.clock.now().toISOString() },
    );
    await appendProgress(world.platform, generation, { stage: 'rendering', ended: 'ready' });
    await page.getByText('9 pages').waitFor();
    await page.getByRole('link', { name: 'Open site of live' }).waitFor();
    expect(await page.evaluate(() => document.body.dataset['same'])).toBe('yes');
    expect(problems).toEqual([]);
  });

  it('says what is wrong with a repository beside its field, and generates the right one', async () => {
    const { page } = await signedIn();
    const field = page.getByLabel('Repository URL or local folder');
    await field.fill('http://code.example/team/x');
    await page.keyboard.press('Enter');
    const error = page.locator('#generate-source-error:not(:empty)');
    await error.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('https://code.example/team/fresh');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'fresh', exact: true }).waitFor();
    expect(await field.inputValue()).toBe('');
  });

  it('shows viewers no action that writes', async () => {
    const key = await addUser(world, 'vic', 'viewer');
    await addProject(world.platform, { name: 'seen' }, { 'index.html': 'x' });
    await world.send({
      method: 'POST',
      path: '/api/admin/projects/seen/access',
      headers: { authorization: `Bearer ${adminKey}` },
      body: { username: 'vic', owner: 'admin' },
    });
    const { page } = await signedIn({}, 'vic', key);
    await page.getByRole('link', { name: 'seen', exact: true }).waitFor();
    // Their own key is theirs, and a search writes nothing.
    const forms = page.locator('main form:not([action="/key"], [method="get"])');
    expect(await forms.count()).toBe(0);
    await page.getByRole('link', { name: 'seen', exact: true }).click();
    await page.getByRole('heading', { name: 'seen' }).waitFor();
    expect(await forms.count()).toBe(0);
    const refused = await page.goto(`${world.url}/admin`);
    expect(refused?.status()).toBe(403);
    await page.getByText('Only administrators can open this page').waitFor();
  });

  it.each([1280, 375])('shows a key whole and copies it exactly at %i px', async (width) => {
    const options = { viewport: { width, height: 800 }, permissions: ['clipboard-read'] };
    const { page, problems } = await signedIn(options);
    await page.goto(`${world.url}/admin`);
    await page.getByLabel('Username').fill('g'.repeat(50));
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog', { name: 'API key created' });
    const code = dialog.locator('code');
    const key = (await code.textContent()) ?? '';
    expect(key).toMatch(/^app_[\w-]{43}$/);
    expect(await code.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    const frame = await insideOf(dialog);
    for (const part of [code, dialog.getByRole('button', { name: 'Copy the key' })]) {
      const { left, right } = await insideOf(part);
      expect(left).toBeGreaterThanOrEqual(Math.max(0, frame.left));
      expect(right).toBeLessThanOrEqual(Math.min(width, frame.right));
    }
    await dialog.getByRole('button', { name: 'Copy the key' }).click();
    await dialog.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    expect(await statusOfMe(world, bearer(key))).toBe(200);
    expect(problems).toEqual([]);
  });

  it('leads from an ended session to the login and back', async () => {
    await addProject(world.platform, { name: 'mine' }, { 'index.html': 'x' });
    const { page } = await signedIn();
    const target = `${world.url}/projects/mine?owner=admin`;
    await page.goto(target);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Regenerate' }).click();
    const question = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await question.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('API key').fill(` ${adminKey}\n`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'mine', level: 1 }).waitFor();
    expect(page.url()).toBe(target);
  });
});
