import { describe, expect, it } from 'vitest';
import { pageAnswers } from '#core/docs/tables.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { eachTest } from '#test/support/each-test.ts';
import { renderedSite } from '#test/support/docs/rendered-site.ts';
import { sampleSite } from '#test/support/docs/sample-site.ts';
import { homes } from '#test/support/homes.ts';
import { onLocal, openWorld } from '#test/support/world.ts';

const [slug = ''] = sampleSite.plan.navigation.flatMap(({ pages }) => pages.map((p) => p.slug));

/** Whether pages were useful: counts for those who maintain them, and nothing of readers. */
describe.each(homes())('what readers say of pages on $name', ({ home }) => {
  const world = eachTest(() => openWorld(home, 'docs'));

  async function add(name = 'harbour') {
    const { files } = await renderedSite(sampleSite);
    const site = Object.fromEntries(files.map(({ path, body }) => [path, body]));
    const plan_json = JSON.stringify(sampleSite.plan);
    await addProject(world().platform, { name, plan_json }, site);
  }
  const say = async (useful: unknown, page = slug, headers: Record<string, string> = asAdmin) => {
    const path = `/api/projects/harbour/pages/${page}/useful`;
    const body = { useful };
    return (await world().send({ method: 'POST', path, headers, body })).status;
  };
  const stored = () =>
    world().platform.records.get(pageAnswers, { owner: 'admin', name: 'harbour', slug });

  it('is counted, also when many say it at once, and shown to who maintains the site', async () => {
    await add();
    const all = await Promise.all([true, true, false, true, false].map((each) => say(each)));
    expect(all).toEqual([200, 200, 200, 200, 200]);
    expect(await stored()).toMatchObject({ yes: 3, no: 2 });
    const page = await world().send({ path: '/projects/harbour', headers: asAdmin });
    expect(page.text).toContain('Was it useful? 3 yes, 2 no');
  });

  it('is asked on served pages only, and not on the first one', async () => {
    await add();
    const read = async (path: string) =>
      (await world().send({ path: `/docs/harbour/${path}`, headers: asAdmin })).text;
    const asked = `data-useful="/api/projects/harbour/pages/${slug}/useful"`;
    expect(await read(`${slug}.html`)).toContain(asked);
    expect(await read('index.html')).not.toContain('data-useful');
    expect(await read(`${slug}.md`)).not.toContain('data-useful');
    const archive = await world().send({
      path: '/api/projects/harbour/download',
      headers: asAdmin,
    });
    expect(archive.text).not.toContain('data-useful');
  });

  it('S14: is limited, and only about pages that are there', async () => {
    await add();
    for (const page of ['nothing', '..%2Fsecret', '%2e%2e', 'a'.repeat(500)]) {
      expect([400, 403, 404]).toContain(await say(true, page));
    }
    expect(await say('yes')).toBe(422);
    // Each process has the limit for itself.
    if (home !== onLocal) return;
    const all = await Promise.all(Array.from({ length: 61 }, () => say(true)));
    expect(all.filter((status) => status === 429)).toHaveLength(1);
    await world().clock.advance(60_000);
    expect(await say(true)).toBe(200);
    expect(await stored()).toMatchObject({ yes: 61, no: 0 });
  });

  it('goes with the site, and is no answer of who may not read it', async () => {
    await add();
    await say(true);
    const eve = await addUser(world(), 'eve');
    expect(await say(true, slug, bearer(eve))).toBe(404);
    expect(await say(true, slug, {})).toBe(401);
    const gone = await world().send({
      method: 'DELETE',
      path: '/api/projects/harbour',
      headers: asAdmin,
    });
    expect(gone.status).toBe(200);
    expect(await stored()).toBeUndefined();
  });
});
