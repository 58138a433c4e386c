import { describe, expect, it } from 'vitest';
import { projects } from '#core/docs/tables.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onLocal, openWorld, type Home } from '#test/support/world.ts';

/** As where the disk does not tell cases apart. */
const onFolding: Home = async (opening) => {
  const { platform, ...rest } = await onLocal(opening);
  return { ...rest, platform: { ...platform, blobs: { ...platform.blobs, foldsCase: true } } };
};

describe.each([
  ['that folds cases', onFolding, true],
  ['that does not', onLocal, false],
] as const)('names that differ in case, on a disk %s', (_, home, folds) => {
  const world = eachTest(() => openWorld(home, 'docs'));
  const post = async (name: string, headers: Record<string, string> = asAdmin) => {
    const body = { repo_url: `https://code.example/team/${name}` };
    return world().send({ method: 'POST', path: '/api/generate', headers, body });
  };
  const refused = 'the disk of this server ignores upper and lower case';

  it('are two projects only where they have two folders', async () => {
    await addProject(world().platform, { name: 'Repo' }, { 'index.html': 'first' });
    const second = await post('repo');
    expect(second.status).toBe(folds ? 409 : 202);
    const detail = `Project 'repo' cannot be created next to 'Repo': ${refused}`;
    if (folds) expect(second.json()).toEqual({ detail });
    expect((await world().platform.records.list(projects)).rows).toHaveLength(folds ? 1 : 2);
    // Another owner has another folder, and the same name is the same project.
    const uma = await addUser(world(), 'uma');
    expect((await post('repo', bearer(uma))).status).toBe(202);
    expect((await post('Repo')).status).toBe(202);
  });

  it('are two users only where they have two folders', async () => {
    await addUser(world(), 'uma');
    for (const [path, body, type] of [
      ['/api/admin/users', { username: 'UMA' }, 'application/json'],
      ['/admin', 'task=make-user&username=Uma', 'application/x-www-form-urlencoded'],
    ] as const) {
      const headers = { ...asAdmin, 'content-type': type };
      const reply = await world().send({ method: 'POST', path, headers, body });
      expect(reply.status).toBe(folds ? 400 : 200);
      if (folds) expect(reply.text).toContain(refused);
    }
    const again = { method: 'POST', path: '/api/admin/users', headers: asAdmin };
    const taken = await world().send({ ...again, body: { username: 'uma' } });
    expect(taken.json()).toEqual({ detail: `User 'uma' already exists` });
  });
});
