import { describe, expect, it } from 'vitest';
import { deleteDocsUser, rotateOwnKey } from '#core/docs/projects/users.ts';
import { generate } from '#core/docs/generate/generate.ts';
import { planStep } from '#core/docs/generate/steps/plan-step.ts';
import { docsIdentity } from '#core/docs/projects/identity.ts';
import { deleteProject } from '#core/docs/projects/delete-project.ts';
import { projectFiles } from '#core/docs/project-files.ts';
import { generations, projects, removals } from '#core/docs/tables.ts';
import { callerOfKey } from '#core/identity/identify.ts';
import type { Caller } from '#core/identity/rules.ts';
import { users } from '#core/identity/tables.ts';
import { deleteUser } from '#core/identity/delete-user.ts';
import { createUser } from '#core/identity/users.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { eachTest } from '#test/support/each-test.ts';
import { openGenerationHome } from '#test/support/docs/generation-home.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const request = { repo_url: 'https://code.example/team/sample', force: false };
const key = { owner: 'uma', name: 'sample' };

/** Records and queues without a server; the repository is looked up in no time. */
const world = eachTest(async () => {
  const folder = await temporaryFolder();
  const home = openGenerationHome(folder.path);
  const rules = docsIdentity(home.environment);
  const platform: Platform = { ...home, git: { ...home.git, check: async () => {} } };
  return {
    platform,
    /** A new user, as a request of theirs is known. */
    add: async (): Promise<Caller & { key: string }> => {
      const { api_key } = await createUser(platform, rules, { username: 'uma' });
      return { ...(await whoHas(platform, api_key)), key: api_key } as Caller & { key: string };
    },
    remove: () => deleteDocsUser(platform, 'uma', 'admin'),
    project: () => platform.records.get(projects, key),
    running: async () =>
      (await platform.records.list(generations)).rows.filter(
        ({ status }) => status === 'generating',
      ),
    async close() {
      await home.close();
      await folder.remove();
    },
  };
});

async function whoHas(platform: Platform, key: string): Promise<Caller | undefined> {
  const rules = docsIdentity(platform.environment);
  return (await callerOfKey(platform, rules, key, '192.0.2.1')).caller;
}

/** The same platform, where something happens while a repository is looked up. */
const whileLookingUp = (platform: Platform, act: () => Promise<unknown>): Platform => ({
  ...platform,
  git: { ...platform.git, check: async () => void (await act()) },
});

/** The same platform, where something happens just before or after the user's row goes. */
function asRowGoes(platform: Platform, when: 'before' | 'after', act: () => Promise<unknown>) {
  const { records } = platform;
  const remove: typeof records.delete = async (table, ...rest) => {
    if ((table as unknown) !== users) return records.delete(table, ...rest);
    if (when === 'before') await act();
    const isGone = await records.delete(table, ...rest);
    if (when === 'after') await act();
    return isGone;
  };
  return { ...platform, records: { ...records, delete: remove } };
}

describe('a request of a user who is removed while it is looked at (S11)', () => {
  it.each([
    ['removed', async () => world().remove()],
    ['made again', async () => [await world().remove(), await world().add()]],
  ])('is not accepted when they are %s', async (_name, act) => {
    const { platform, add, project, running } = world();
    const uma = await add();
    const wanted = generate(whileLookingUp(platform, act), uma, request);
    await expect(wanted).rejects.toMatchObject({ kind: 'unauthorized', message: 'Unauthorized' });
    expect([await project(), await running()]).toEqual([undefined, []]);
    expect((await platform.queue.depth('docs-plan')).waiting).toBe(0);
  });

  it('changes nothing of a later user of the name', async () => {
    const { platform, add, remove, project, running } = world();
    const uma = await add();
    let before: object | undefined;
    const act = async () => {
      await remove();
      await generate(platform, await add(), request);
      await platform.records.update(projects, key, { status: 'ready', branch: 'main' });
      before = await project();
    };
    const wanted = generate(whileLookingUp(platform, act), uma, { ...request, ai_model: 'mine' });
    await expect(wanted).rejects.toMatchObject({ kind: 'unauthorized' });
    expect({ ...(await project()), version: 0 }).toEqual({ ...before, version: 0 });
    expect(await running()).toHaveLength(1);
  });

  it('is accepted of a user whose key was replaced, and of the one who holds ADMIN_KEY', async () => {
    const { platform, add } = world();
    const uma = await add();
    const rotate = () => rotateOwnKey(platform, uma);
    await generate(whileLookingUp(platform, rotate), uma, request);
    const { userId: _none, ...admin } = { ...uma, username: 'admin' };
    await generate(platform, admin, request);
    expect((await platform.queue.depth('docs-plan')).waiting).toBe(2);
  });

  it('is withdrawn by its first step when the server died before', async () => {
    const { platform, add, project } = world();
    await generate(platform, await add(), request);
    const id = (await project())?.generation ?? '';
    await deleteUser(platform, 'uma', 'admin');
    await add();
    const { signal } = new AbortController();
    await planStep(platform, { run: id, fence: 1, attempt: 1, signal });
    expect(await project()).toBeUndefined();
    expect(await platform.records.get(generations, { id })).toBeUndefined();
  });
});

it('a request is accepted whose project is deleted in the same moment', async () => {
  const { platform, add } = world();
  const uma = await add();
  await generate(platform, uma, request);
  await platform.records.update(projects, key, { status: 'ready' });
  const { records } = platform;
  let isGone = false;
  const update: typeof records.update = async (table, ...rest) => {
    if ((table as unknown) === projects && !isGone) {
      isGone = true;
      await deleteProject(platform, key);
    }
    return records.update(table, ...rest);
  };
  const needs = { ...platform, records: { ...records, update } };
  expect(await generate(needs, uma, request)).toEqual({ project: 'sample', status: 'generating' });
  expect(await world().project()).toMatchObject({ status: 'generating', version: 1 });
});

describe('a user who is removed', () => {
  it('leaves no files of a project whose removal a crash has cut short (R1)', async () => {
    const { platform, add, remove } = world();
    await add();
    const gone = { owner: 'uma', name: 'gone' };
    const file = `${projectFiles(gone).root}site/index.html`;
    await platform.blobs.put(file, 'page');
    await platform.records.put(removals, { ...gone, begun_at: '2026-03-01T11:00:00.000Z' });
    await remove();
    expect(await platform.blobs.get(file)).toBeUndefined();
    expect(await platform.records.get(removals, gone)).toBeUndefined();
  });

  it('leaves no generation that was accepted meanwhile', async () => {
    const { platform, add, project, running } = world();
    const uma = await add();
    const needs = asRowGoes(platform, 'before', () => generate(platform, uma, request));
    await deleteDocsUser(needs, 'uma', 'admin');
    expect([await project(), await running()]).toEqual([undefined, []]);
  });

  it('cannot replace the key of a later user of the name', async () => {
    const { platform, add, remove } = world();
    const uma = await add();
    await remove();
    const later = await add();
    await expect(rotateOwnKey(platform, uma)).rejects.toMatchObject({ kind: 'missing' });
    expect(await whoHas(platform, later.key)).toMatchObject({ username: 'uma' });
  });
});
