import { describe, expect, it } from 'vitest';
import { deleteProject } from '#core/docs/projects/delete-project.ts';
import { progressFeed } from '#core/docs/progress.ts';
import { sweepDocs } from '#core/docs/projects/sweep.ts';
import { cachedPages, generations, projects, removals } from '#core/docs/tables.ts';
import { grants } from '#core/identity/tables.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { diesAt } from '#test/support/processes/dies-at.ts';
import { onLocal, openWorld, type World } from '#test/support/world.ts';

const key = { owner: 'admin', name: 'x' };
const files = { 'index.html': 'old', 'a.html': 'old' };

/** A project with everything that one can leave behind. */
async function openFull(): Promise<{ world: World; guest: Record<string, string> }> {
  const world = await openWorld(onLocal, 'docs');
  const { platform } = world;
  const { records, blobs, feed } = platform;
  const guest = bearer(await addUser(world, 'uma'));
  await addProject(platform, { name: 'x', generation: 'gen_1' }, files);
  const now = platform.clock.now().toISOString();
  await records.insert(grants, {
    project_owner: 'admin',
    project_name: 'x',
    username: 'uma',
    created_at: now,
  });
  await records.insert(generations, {
    ...{ id: 'gen_1', ...key, status: 'ready', ai_provider: 'provider_a', ai_model: 'm' },
    ...{ force: false, started_at: now, timeout_minutes: 1, lease_until: now },
  });
  const hashes = { commit_sha: 'c', entry_hash: 'e', markdown_hash: 'm' };
  await records.insert(cachedPages, { ...key, slug: 'a', ...hashes });
  await blobs.put('projects/x/cache/pages/a.md', 'old');
  await feed.append(progressFeed('gen_1'), ['{}']);
  return { world, guest };
}

async function remains({ platform }: World) {
  const { records, blobs, feed } = platform;
  return {
    records: await Promise.all(
      [projects, grants, generations, cachedPages, removals].map(
        async (table) => (await records.list(table as typeof projects)).rows.length,
      ),
    ),
    files: (await Array.fromAsync(blobs.list('projects/'))).map((entry) => entry.key),
    site: await blobs.published('projects/x/site/'),
    progress: await feed.last(progressFeed('gen_1')),
  };
}

const nothing = { records: [0, 0, 0, 0, 0], files: [], site: undefined, progress: 0 };

async function removeUntil(world: World, at: number): Promise<number> {
  const project = await world.platform.records.get(projects, key);
  if (!project) throw new Error('no project');
  const { platform, calls } = diesAt(world.platform, at);
  await deleteProject(platform, project).catch((error: unknown) => {
    if (at === 0 || calls() < at) throw error;
  });
  return calls();
}

describe('a project whose removal dies', async () => {
  const { world: unharmed } = await openFull();
  const calls = await removeUntil(unharmed, 0);
  const whole = await remains(unharmed);
  await unharmed.close();

  it('would have left nothing', () => {
    expect(whole).toEqual(nothing);
    expect(calls).toBeGreaterThan(7);
  });

  it.each(Array.from({ length: calls }, (_, at) => at + 1))(
    'at durable call %i is there, or leaves nothing after the sweep',
    async (at) => {
      const { world } = await openFull();
      await removeUntil(world, at);
      await world.clock.advance(600_000);
      await sweepDocs(world.platform);
      const project = await world.platform.records.get(projects, key);
      if (project) {
        const site = await world.send({ path: '/docs/x/a.html', headers: asAdmin });
        expect([site.status, site.text]).toEqual([200, 'old']);
        expect((await world.platform.records.list(removals)).rows).toEqual([]);
        expect((await world.platform.records.list(grants)).rows).toHaveLength(1);
        await deleteProject(world.platform, project);
      }
      expect(await remains(world)).toEqual(nothing);
    },
  );

  it.each(Array.from({ length: calls }, (_, at) => at + 1))(
    'at durable call %i leaves nothing to the next of its name',
    async (at) => {
      const { world, guest } = await openFull();
      await removeUntil(world, at);
      const row = await world.platform.records.get(projects, key);
      if (row) {
        // It died before the first change.
        expect(row.name).toBe('x');
        return world.close();
      }
      const body = { repo_url: 'https://code.example/team/x' };
      const sent = { method: 'POST', path: '/api/generate', headers: asAdmin, body };
      expect((await world.send(sent)).status).toBe(202);
      const read = (headers: Record<string, string>) =>
        world.send({ path: '/docs/x/a.html', headers });
      expect((await read(asAdmin)).status).toBe(404);
      expect((await read(guest)).status).toBe(404);
      expect((await world.send({ path: '/api/projects/x', headers: guest })).status).toBe(404);
    },
  );
});

describe('a project that says `generating` for nobody', () => {
  it.each([
    ['whose generation is gone', 'gen_gone', undefined],
    ['that names no generation', null, undefined],
    ['whose generation has ended', 'gen_1', 'error'],
  ] as const)('%s ends as interrupted, and can be generated again', async (_, id, status) => {
    const world = await openWorld(onLocal, 'docs');
    await addProject(world.platform, { name: 'x', status: 'generating', generation: id }, files);
    await world.platform.records.put(projects, { ...key, status: 'generating' });
    const now = world.clock.now().toISOString();
    if (status) {
      await world.platform.records.insert(generations, {
        ...{ id: 'gen_1', ...key, status, ai_provider: 'provider_a', ai_model: 'm' },
        ...{ force: false, started_at: now, timeout_minutes: 1, lease_until: now },
      });
    }
    await sweepDocs(world.platform);
    expect(await world.platform.records.get(projects, key)).toMatchObject({
      status: 'error',
      error_message: 'Generation was interrupted',
    });
  });
});

it('a removal that cannot be finished keeps no other one waiting', async () => {
  const { world } = await openFull();
  const { platform } = world;
  await removeUntil(world, 3);
  await platform.records.put(removals, { owner: 'admin', name: 'a', begun_at: '2000' });
  await world.clock.advance(600_000);
  const deletePrefix = (prefix: string) =>
    prefix.startsWith('projects/a/')
      ? Promise.reject(new Error('in the way'))
      : platform.blobs.deletePrefix(prefix);
  await sweepDocs({ ...platform, blobs: { ...platform.blobs, deletePrefix } });
  const left = (await platform.records.list(removals)).rows.map(({ name }) => name);
  expect(left).toEqual(['a']);
});
