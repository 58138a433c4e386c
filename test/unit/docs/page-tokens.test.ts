import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageStep } from '#core/docs/generation/page-step.ts';
import { projectFiles } from '#core/docs/project/project-files.ts';
import { planStep } from '#core/docs/generation/plan-step.ts';
import { reviveGenerations } from '#core/docs/generation/revive.ts';
import { cachedPages, generationPages, generations, projects } from '#core/docs/tables.ts';
import type { LocalPlatform } from '#core/home/open-local.ts';
import { readBlob } from '#test/support/docs-world.ts';
import { acceptGeneration, asked, openGenerationHome } from '#test/support/generation-home.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

// Eight pages, of which five are claimed by the plan: three wait for a token.
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

const run = (attempt: number) => {
  return { generation, fence: attempt, attempt, signal: new AbortController().signal };
};
const step = (page: number, attempt = 1, needs = platform) =>
  pageStep(needs, { ...run(attempt), page });

/** A platform whose model takes so many seconds. */
function slow(seconds: number): LocalPlatform {
  let late = 0;
  const now = () => new Date(platform.clock.now().getTime() + late);
  const ask: LocalPlatform['ai']['ask'] = async (question) => {
    late += seconds * 1_000;
    return platform.ai.ask(question);
  };
  return { ...platform, clock: { ...platform.clock, now }, ai: { ...platform.ai, ask } };
}

/** A platform that breaks down at the n-th page that the model is asked for. */
function breaking(nth: number): LocalPlatform {
  let count = 0;
  const ask: LocalPlatform['ai']['ask'] = async (question) => {
    count += 1;
    if (count === nth) throw new Error('broken');
    return platform.ai.ask(question);
  };
  return { ...platform, ai: { ...platform.ai, ask } };
}

async function states() {
  const { rows } = await platform.records.list(generationPages, { where: { generation } });
  return rows.map((row) => `${row.state} ${row.claimed_by}${row.handed_on ? ' message' : ''}`);
}

const planned = (state: string) => `${state} -1 message`;
const claimed = planned('claimed');
const waiting = 'waiting null';
const messages = async () => (await platform.queue.depth('docs-page')).waiting;
const pagesAsked = () => asked(folder.path).filter((what) => what === 'page').length;

describe('the token of a page', () => {
  it('goes on to the pages that wait, in the same step, while they are quick', async () => {
    await step(0);
    const rest = [claimed, claimed, claimed, claimed];
    const own = ['done 0', 'done 0', 'done 0'];
    expect(await states()).toEqual([planned('done'), ...rest, ...own]);
    expect(await messages()).toBe(5);
    const row = await platform.records.get(generations, { id: generation });
    expect(row?.pages).toBe(4);
  });

  it('goes to a message when a page took long', async () => {
    await step(0, 1, slow(10));
    const rest = [claimed, claimed, claimed, claimed];
    expect(await states()).toEqual([
      planned('done'),
      ...rest,
      'claimed 0 message',
      waiting,
      waiting,
    ]);
    expect(await messages()).toBe(6);
  });

  it('goes on for as long as all pages together are quick', async () => {
    await step(0, 1, slow(5));
    const after = (await states()).slice(5);
    expect(after).toEqual(['done 0', 'claimed 0 message', waiting]);
  });

  it('is not multiplied by a step that is tried again after it broke (R1)', async () => {
    await expect(step(0, 1, breaking(2))).rejects.toThrow('broken');
    expect((await states()).slice(5)).toEqual(['claimed 0', waiting, waiting]);
    await step(0, 2);
    expect((await states()).slice(5)).toEqual(['done 0', 'done 0', 'done 0']);
    expect(await messages()).toBe(5);
    expect(pagesAsked()).toBe(4);
  });

  it('is not handed on twice by a step that is repeated (R1)', async () => {
    await step(0, 1, slow(10));
    await step(0, 2);
    expect((await states()).slice(5)).toEqual(['claimed 0 message', waiting, waiting]);
    // The message is sent again: it is the same work.
    expect(await messages()).toBe(7);
    expect(pagesAsked()).toBe(1);
  });

  it('is taken up again where a step died between two pages (R1)', async () => {
    await step(0, 1, slow(5));
    const waits = { state: 'waiting' as const, claimed_by: null, handed_on: false };
    await platform.records.update(generationPages, { generation, position: 6 }, waits);
    await step(0, 2);
    expect((await states()).slice(5)).toEqual(['done 0', 'done 0', 'done 0']);
  });

  it('comes back for every page that an earlier try has claimed (R3)', async () => {
    const mine = { state: 'claimed' as const, claimed_by: 0 };
    await platform.records.update(generationPages, { generation, position: 5 }, mine);
    await platform.records.update(generationPages, { generation, position: 6 }, mine);
    await step(0, 2);
    expect((await states()).slice(5)).toEqual(['done 0', 'done 0', 'done 0']);
  });

  it('passes from a step that was begun often to one of its own (R1)', async () => {
    await expect(step(0, 1, breaking(2))).rejects.toThrow('broken');
    // Stops of the host count as no attempts, and make fences all the same.
    const often = { ...run(2), fence: 7, page: 0 };
    await expect(pageStep(breaking(1), often)).rejects.toThrow('broken');
    const past = { lease_until: new Date(0).toISOString() };
    await platform.records.update(generations, { id: generation }, past);
    await reviveGenerations(platform);
    expect((await states())[5]).toBe('claimed 0 message');
    await step(5);
    expect((await states())[5]).toBe('done 0 message');
  });

  it('leaves no page out of the cache when the host stopped before it was kept (R1)', async () => {
    const put = () => Promise.reject(new Error('stopped'));
    const stopped = { ...platform, blobs: { ...platform.blobs, put } };
    await expect(step(0, 1, stopped)).rejects.toThrow('stopped');
    await pageStep(platform, { ...run(1), fence: 2, page: 0 });
    const { slug = '' } =
      (await platform.records.get(generationPages, { generation, position: 0 })) ?? {};
    expect(await platform.records.get(cachedPages, { ...key, slug })).toBeDefined();
  });

  it.each(['torn', undefined])('puts back a cached page that is %s (R7)', async (now) => {
    await step(0);
    const file = projectFiles(key).page('page-1');
    const whole = await readBlob(platform, file);
    expect(whole).toContain('# A page');
    await (now === undefined ? platform.blobs.delete(file) : platform.blobs.put(file, now));
    await step(0, 2);
    expect(await readBlob(platform, file)).toBe(whole);
    expect(pagesAsked()).toBe(4);
  });

  it('queues the rendering once all have come to their end', async () => {
    await step(0);
    for (const page of [1, 2, 3]) await step(page);
    expect(await platform.queue.depth('docs-render')).toMatchObject({ waiting: 0 });
    await step(4);
    expect(await platform.queue.depth('docs-render')).toMatchObject({ waiting: 1 });
    const row = await platform.records.get(projects, key);
    expect(row?.page_count).toBe(pages);
  });
});
