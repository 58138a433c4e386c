import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageStep } from '#core/docs/generate/steps/page-step.ts';
import { planStep } from '#core/docs/generate/steps/plan-step.ts';
import { readRow } from '#core/docs/store.ts';
import { cachedPages, generationPages, generations, projects } from '#core/docs/tables.ts';
import type { LocalPlatform } from '#core/home/open-local.ts';
import { acceptGeneration, asked, openGenerationHome } from '#test/support/docs/generation-home.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const pages = 8;
const key = { owner: 'admin', name: 'sample' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let platform: LocalPlatform;
let generation: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  await acceptGeneration(folder.path, pages);
  platform = openGenerationHome(folder.path);
  generation = (await platform.records.get(projects, key))?.generation ?? '';
  await planStep(platform, run(1));
});
afterEach(async () => {
  await platform.close();
  await folder.remove();
});

const run = (fence: number) => {
  return { run: generation, fence, attempt: fence, signal: new AbortController().signal };
};
const pagesAsked = () => asked(folder.path).filter((what) => what === 'page').length;

describe('a lane of pages', () => {
  it('goes on to the pages that wait; the last lane queues the rendering', async () => {
    await pageStep(platform, { ...run(1), lane: 0 });
    expect(await readRow(platform, key)).toMatchObject({
      ...{ status: 'generating', page_count: 4, current_stage: 'generating_pages' },
    });
    for (const lane of [1, 2, 3]) await pageStep(platform, { ...run(1), lane });
    expect(await platform.queue.depth('docs-render')).toMatchObject({ waiting: 0 });
    await pageStep(platform, { ...run(1), lane: 4 });
    expect(await platform.queue.depth('docs-render')).toMatchObject({ waiting: 1 });
    expect(await readRow(platform, key)).toMatchObject({ page_count: pages });
  });

  it('leaves no page out of the cache when it stopped before it was kept, and asks once (R1)', async () => {
    const put = () => Promise.reject(new Error('stopped'));
    const stopped = { ...platform, blobs: { ...platform.blobs, put } };
    await expect(pageStep(stopped, { ...run(1), lane: 0 })).rejects.toThrow('stopped');
    await pageStep(platform, { ...run(2), lane: 0 });
    const { rows } = await platform.records.list(cachedPages);
    expect(rows.map(({ slug }) => slug)).toContain('page-1');
    expect(pagesAsked()).toBe(4);
  });

  it('finishes a page that was paid for when it stopped, though the limit is reached now (R1)', async () => {
    const limit = (max_cost: number, cost_usd: number) =>
      platform.records.update(
        generations,
        { id: generation },
        { max_cost, plan_usage: { input_tokens: 1, output_tokens: 1, cost_usd } },
      );
    await limit(1, 0.5);
    const put = () => Promise.reject(new Error('stopped'));
    const stopped = { ...platform, blobs: { ...platform.blobs, put } };
    await expect(pageStep(stopped, { ...run(1), lane: 0 })).rejects.toThrow('stopped');
    await limit(1, 2);
    await pageStep(platform, { ...run(2), lane: 0 });
    const pageAt = (position: number) =>
      platform.records.get(generationPages, { generation, position });
    expect(await pageAt(0)).toMatchObject({ state: 'done', error: null });
    expect(await pageAt(5)).toMatchObject({ error: expect.stringMatching(/limit/) as string });
    expect(pagesAsked()).toBe(1);
  });

  it('does not call a page reused that an attempt kept before it stopped (R1)', async () => {
    const update: LocalPlatform['records']['update'] = (table, where, changes, expect) =>
      'state' in changes && changes.state === 'done'
        ? Promise.reject(new Error('stopped'))
        : platform.records.unsynced.update(table, where, changes, expect);
    const unsynced = { ...platform.records.unsynced, update };
    const stopped = { ...platform, records: { ...platform.records, unsynced } };
    await expect(pageStep(stopped, { ...run(1), lane: 0 })).rejects.toThrow('stopped');
    expect((await platform.records.list(cachedPages)).rows).toHaveLength(1);
    await pageStep(platform, { ...run(2), lane: 0 });
    const page = await platform.records.get(generationPages, { generation, position: 0 });
    expect(page).toMatchObject({ state: 'done', reused: false, reason: 'not written before' });
  });
});
