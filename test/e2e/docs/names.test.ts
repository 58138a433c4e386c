import { describe, expect, it } from 'vitest';
import { projects } from '#core/docs/tables.ts';
import { asAdmin } from '#test/support/actors.ts';
import { openDocsWorld, rules } from '#test/support/docs/docs-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';

const files = { 'README.md': '# Sample\n' };

describe.each(homes())('names of projects on $name', ({ home }) => {
  const world = eachTest(() => openDocsWorld(home));
  const other = 'https://code.example/other/sample';
  const form = (fields: Record<string, string>, accept = 'application/json') =>
    world().send({
      ...{ method: 'POST', path: '/projects' },
      headers: { ...asAdmin, accept, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });

  it('may be given with a generation, and are refused where no folder can have them (S5)', async () => {
    world().commit(files);
    world().say(...rules(2));
    const named = await world().post({ repo_url: world().url, name: 'handbook' });
    expect(named.json()).toEqual({ project: 'handbook', status: 'generating' });
    expect(await world().ended('handbook')).toMatchObject({
      status: 'ready',
      repo_url: world().url,
    });
    expect(await world().published('page-1.md', 'handbook')).toBe('# Page 1\n\nText.\n');
    for (const name of ['../x', 'a/b', '.hidden', 'a..b', 'x'.repeat(101), 'a@b', 'é']) {
      const reply = await world().post({ repo_url: world().url, name });
      expect([name, reply.status]).toEqual([name, 400]);
    }
    const empty = await world().post({ repo_url: world().url, name: '' });
    expect([empty.status, empty.json()]).toEqual([422, { detail: 'name: Must not be empty' }]);
  });

  it('of another repository: the API replaces its site and warns, and nothing of it is used', async () => {
    world().commit(files);
    world().say(...rules(2, '# {{title}}\n\nOld.\n\nUSED FILES:\n- README.md\n'));
    await world().post();
    await world().ended();
    const { records } = world().platform;
    const key = { owner: 'admin', name: 'sample' };
    await records.update(projects, key, { repo_url: other });
    const kept = await world().post({ repo_url: world().url, replace: false });
    expect([kept.status, kept.json()]).toEqual([
      409,
      { detail: `'sample' documents ${other}`, replaces: other },
    ]);
    const failing = { task: { slug: 'page-2' }, exit: 1, stderr: 'tired' };
    world().say(failing, ...rules(2, '# {{title}}\n\nNew.\n'));
    const replaced = await world().post();
    expect([replaced.status, replaced.json()]).toEqual([
      202,
      {
        ...{ project: 'sample', status: 'generating' },
        warning: `'sample' documented ${other}: its site is replaced`,
      },
    ]);
    expect(await world().ended()).toMatchObject({ repo_url: world().url, error_pages: 1 });
    expect(await world().published('page-1.md')).toBe('# Page 1\n\nNew.\n');
    // The last version would be the other repository's.
    expect(await world().published('page-2.earlier.md')).toBeUndefined();
    const again = await world().post({ repo_url: `${world().url}.git`, force: true });
    expect(again.json()).not.toHaveProperty('warning');
    await world().ended();
  });

  it('of another repository: the page asks before, at the field of the name', async () => {
    world().commit(files);
    world().say(...rules(2));
    await world().post();
    await world().ended();
    const key = { owner: 'admin', name: 'sample' };
    await world().platform.records.update(projects, key, { repo_url: other });
    const refused = await form({ source: world().url });
    expect([refused.status, refused.json()]).toMatchObject([
      409,
      {
        detail: `name: 'sample' documents ${other}. Enter another name, or tick “Replace” below.`,
      },
    ]);
    const page = await form({ source: world().url }, 'text/html');
    expect([page.status, page.text]).toEqual([
      409,
      expect.stringMatching(/name="name"[^>]*aria-invalid[^]*documents https:\/\/code/) as string,
    ]);
    const taken = await form({ source: world().url, replace: 'true' });
    expect(taken.json()).toMatchObject({ status: 'generating' });
    await world().ended();
    const beside = await form({ source: world().url, name: 'beside' });
    expect(beside.json()).toMatchObject({ project: 'beside' });
    await world().ended('beside');
  });
});
