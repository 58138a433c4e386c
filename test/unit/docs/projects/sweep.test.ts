import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '#core/platform/adapters/local/database/database.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { localFeed } from '#core/platform/adapters/local/feed/feed.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import { localTrees } from '#core/platform/adapters/local/trees.ts';
import { forgetGenerations } from '#core/docs/generate/tidy.ts';
import { generationPages, generations, projects } from '#core/docs/tables.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Ai } from '#core/platform/ports/programs/ai.ts';
import { addRunning } from '#test/support/docs/running-generation.ts';
import { sweepDocs } from '#core/docs/projects/sweep.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lantern-sweep-'));
  database = openDatabase({ file: join(folder, 'app.db') });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('forgets old history, but not what a live site stands for or what is under way', async () => {
  const records = localRecords(database);
  const feed = localFeed({ database });
  const trees = localTrees({ directory: join(folder, 'trees') });
  const needs = { records, feed, trees, ai: quietAi() };
  const clock = manualClock(new Date('2026-06-01T00:00:00.000Z'));
  const past = '2026-01-01T00:00:00.000Z';
  const cases = [
    { name: 'live', status: 'ready', lease_until: past, isCurrent: true },
    { name: 'live-failed', status: 'error', lease_until: past, isCurrent: true },
    { name: 'replaced', status: 'ready', lease_until: past, isCurrent: false },
    { name: 'replaced-failed', status: 'error', lease_until: past, isCurrent: false },
    { name: 'recent', status: 'ready', lease_until: '2026-05-31T00:00:00.000Z', isCurrent: false },
    { name: 'running', status: 'generating', lease_until: past, isCurrent: false },
  ] as const;
  for (const { name, status, lease_until, isCurrent } of cases) {
    const id = await addRunning({ records, clock }, name);
    await records.update(generations, { id }, { status, lease_until });
    const page = { generation: id, position: 0, slug: 'a', title: 'A', description: '' };
    await records.insert(generationPages, { ...page, state: 'done' });
    const generation = isCurrent ? id : 'gen_later';
    await records.update(projects, { owner: 'admin', name }, { generation });
  }
  expect(await forgetGenerations(needs, new Date('2026-03-01T00:00:00.000Z'))).toBe(2);
  const left = ['live', 'live-failed', 'recent', 'running'].map((name) => `gen_admin_${name}`);
  const rows = (await records.list(generations)).rows.map(({ id }) => id);
  expect(rows.sort()).toEqual(left);
  const pages = (await records.list(generationPages)).rows.map(({ generation }) => generation);
  expect(pages.sort()).toEqual(left);
  await feed.close();
});

it('removes answers of more than 30 days, and calls nobody waits for', async () => {
  const records = localRecords(database);
  const blobs = localBlobs({ directory: folder });
  const clock = manualClock(new Date());
  const lines: object[] = [];
  const log = (_level: string, _message: string, fields?: object) => lines.push(fields ?? {});
  const feed = localFeed({ database });
  const trees = localTrees({ directory: join(folder, 'trees') });
  const works = ['gen_that_is_gone'];
  const ai = quietAi(works);
  const others = {} as Pick<Platform, 'queue' | 'git' | 'environment' | 'home'>;
  const platform = { ...others, records, blobs, trees, feed, clock, log, ai };
  await blobs.put('ai/answers/ab/abc.json', '{}');

  await sweepDocs(platform);
  expect(await blobs.head('ai/answers/ab/abc.json')).toBeDefined();

  await clock.advance(31 * 86_400_000);
  await sweepDocs(platform);
  expect(await blobs.head('ai/answers/ab/abc.json')).toBeUndefined();
  expect(lines).toEqual([
    { answers: 0, trees: 1, generations: 0, orphans: 0, queued: 0, removals: 0 },
    { answers: 1, trees: 0, generations: 0, orphans: 0, queued: 0, removals: 0 },
  ]);
  expect(works).toEqual([]);
  await feed.close();
});

/** Is asked nothing, and keeps calls for these works. */
function quietAi(works: string[] = []): Ai {
  return {
    ask: () => Promise.reject(new Error('nobody asks')),
    unavailable: async () => undefined,
    program: () => Promise.reject(new Error('nobody asks')),
    works: async () => works,
    async abandon(work: string) {
      works.splice(works.indexOf(work), 1);
    },
  };
}
