import { beforeEach, describe, expect, it } from 'vitest';
import { generationPages, generations, projects } from '#core/docs/tables.ts';
import { asAdmin } from '#test/support/actors.ts';
import { appendProgress } from '#test/support/docs/append-progress.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { addHistory } from '#test/support/browser/every-page.ts';
import { addRunning } from '#test/support/docs/running-generation.ts';
import { accessibilityProblems, watchedPage } from '#test/support/browser/watched-page.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

describe.runIf(chromePath)('the page of a project', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld(onLocal, 'docs');
    return () => world.close();
  });

  async function opened(path: string, headers: Record<string, string> = asAdmin) {
    const watched = await watchedPage({ extraHTTPHeaders: headers });
    await watched.page.goto(`${world.url}${path}`);
    return watched;
  }

  it('keeps each row as the reader left it when others come and go', async () => {
    await addHistory(world.platform);
    const { page } = await opened('/projects/harbour');
    await page.getByText('20 pages in 4 groups').click();
    await page.getByText('Regenerate with other options').click();
    await page.getByLabel('Branch').waitFor();
    const key = { owner: 'admin', name: 'harbour' };
    await world.platform.records.update(projects, key, { status: 'generating' });
    await page.evaluate(() => document.dispatchEvent(new Event('lantern:done')));
    await page.getByLabel('Progress').waitFor();
    expect(await page.getByText('Regenerate with other options').count()).toBe(0);
    const open = page.locator('.folds details[open] > summary');
    expect((await open.allInnerTexts()).map((text) => text.trim())).toEqual([
      '20 pages in 4 groups',
    ]);
  });

  it('shows stages and pages by name as they come, without a jump', async () => {
    const { platform } = world;
    const titles = ['Overview', 'Install', 'Settings', 'Commands'];
    const pages = titles.map((title) => ({
      ...{ slug: title.toLowerCase(), title, description: `About ${title}.` },
    }));
    const plan = { project_name: 'live', tagline: 'A lamp', navigation: [{ group: 'All', pages }] };
    const id = await addRunning(platform, 'live');
    const plan_json = JSON.stringify(plan);
    await platform.records.update(generations, { id }, { plan_json, stage: 'generating_pages' });
    for (const [position, { slug, title, description }] of pages.entries()) {
      const state = position < 2 ? 'claimed' : 'waiting';
      const row = { generation: id, position, slug, title, description, state } as const;
      await platform.records.insert(generationPages, row);
    }
    const counts = { stage: 'generating_pages', pages_total: 4 } as const;
    await appendProgress(platform, id, { ...counts, pages_done: 0, page: 'Overview' });
    const { page, problems } = await opened('/projects/live');
    const states = () =>
      page
        .locator('.writing li')
        .evaluateAll((all) =>
          all.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()),
        );
    expect(await states()).toEqual([
      ...['Overview: being written', 'Install: being written'],
      ...['Settings: waiting', 'Commands: waiting'],
    ]);
    await page.evaluate(() => {
      document.body.dataset['shift'] = '0';
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value } = entry as PerformanceEntry & { value: number };
          const { dataset } = document.body;
          dataset['shift'] = String(Number(dataset['shift']) + value);
        }
      }).observe({ type: 'layout-shift' });
    });
    const done = { generation: id, position: 0 };
    await platform.records.update(generationPages, done, { state: 'done', markdown: '# Overview' });
    const next = { generation: id, position: 2 };
    await platform.records.update(generationPages, next, { state: 'claimed' });
    await appendProgress(platform, id, { ...counts, pages_done: 1, page: 'Settings' });
    await page.getByText('Writing pages: 1 of 4').waitFor();
    expect(await states()).toEqual([
      ...['Overview: written', 'Install: being written'],
      ...['Settings: being written', 'Commands: waiting'],
    ]);
    expect((await page.locator('[aria-current=step]').innerText()).trim()).toBe('Pages');
    expect(Number(await page.evaluate(() => document.body.dataset['shift']))).toBeLessThan(0.01);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
