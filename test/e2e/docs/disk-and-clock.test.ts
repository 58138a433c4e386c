import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { projects, type Project } from '#core/docs/tables.ts';
import { projectFiles } from '#core/docs/project-files.ts';
import { diskFault } from '#test/support/processes/disk-faults.ts';
import { openDocsWorld, readBlob, rules } from '#test/support/docs/docs-world.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { eachTest } from '#test/support/each-test.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocalIn, type World } from '#test/support/world.ts';

const key = { owner: 'admin', name: 'sample' };
const queues = ['docs-plan', 'docs-page', 'docs-render'];
const days = 86_400_000;

const world = eachTest(async () => {
  const data = await temporaryFolder();
  const opened = await openDocsWorld(onLocalIn(data.path));
  const close = () => opened.close().then(data.remove);
  return { ...opened, data: data.path, close };
});

/** The record in the end. Time passes only where all that is left to do waits for it. */
async function ended({ platform, clock }: Pick<World, 'platform' | 'clock'>): Promise<Project> {
  for (;;) {
    const row = await platform.records.get(projects, key);
    const depths = await Promise.all(queues.map((queue) => platform.queue.depth(queue)));
    const busy = depths.some(({ waiting, inFlight }) => waiting + inFlight > 0);
    if (row && row.status !== 'generating' && !busy) return row;
    if (!busy) await clock.advance(1_000);
    await pause(5);
  }
}

/** All files of the published site. */
async function site({ platform: { blobs } }: Pick<World, 'platform'>): Promise<object> {
  const prefix = (await blobs.published(projectFiles(key).site)) ?? 'nothing/';
  const entries = await Array.fromAsync(blobs.list(prefix));
  const files = entries.map(async ({ key: name }) => [
    name.slice(prefix.length),
    await readBlob({ blobs }, name),
  ]);
  return Object.fromEntries((await Promise.all(files)) as [string, string][]);
}

describe('a generation on a disk that fails (R7)', () => {
  const full = 'The disk is full: free some space (ENOSPC)';
  it.each([
    ['ENOSPC', '.lantern', 'where it renders', full],
    ['ENOSPC', '', 'everywhere', full],
  ] as const)('%s below %j, %s', async (how, folder, _, error_message) => {
    world().commit({ 'README.md': '# Sample\n' });
    world().say(...rules(2));
    await world().post();
    expect(await ended(world())).toMatchObject({ status: 'ready' });
    const before = await site(world());
    expect(Object.keys(before)).toContain('page-2.html');

    world().commit({ 'README.md': '# Changed\n' });
    world().say(...rules(3, '# {{title}} anew\n'));
    const directory = join(world().data, folder);
    const fault = await diskFault({ directory, at: 1, count: Infinity, how, when: 'before' });
    try {
      expect((await world().post()).status).toBe(202);
      expect(await ended(world())).toMatchObject({ status: 'error', error_message });
      expect(await site(world())).toEqual(before);
    } finally {
      fault[Symbol.dispose]();
    }
    expect((await world().send({ path: '/health' })).status).toBe(200);

    expect((await world().post()).status).toBe(202);
    expect(await ended(world())).toMatchObject({ status: 'ready', page_count: 3, error_pages: 0 });
    expect(await world().published('page-3.md')).toBe('# Page 3 anew\n');
    const names = readdirSync(world().data, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.includes('staged'))).toEqual([]);
  });
});

describe('a generation whose clock is set (R7)', () => {
  const moments = { 'while it plans': 1, 'while it writes a page': 3 };
  it.each([
    ['forward', 2 * days, 'while it plans'],
    ['back', -2 * days, 'while it writes a page'],
  ] as const)('%s by %i ms %s', async (_, by, moment) => {
    world().commit({ 'README.md': '# Sample\n' });
    const calls = moments[moment];
    const gate = join(world().folder, 'gate');
    world().say(
      { task: { kind: 'plan' }, json: plan(7), ...(calls === 1 && { gate }) },
      { task: { kind: 'page' }, text: '# {{title}}\n', ...(calls > 1 && { gate }) },
    );
    await world().post();
    await world().until(() => world().calls().length >= calls);
    world().clock.jump(by);
    writeFileSync(gate, '');
    expect(await ended(world())).toMatchObject({ status: 'ready', page_count: 7, error_pages: 0 });
    expect(world().calls().length).toBe(8);
    expect(Object.keys(await site(world()))).toContain('page-7.html');
    expect(await world().history()).toMatchObject([{ status: 'ready' }]);
    expect((await world().post()).status).toBe(202);
    expect(await ended(world())).toMatchObject({ status: 'ready', current_stage: 'up_to_date' });
  });
});
