import { describe, expect, it } from 'vitest';
import { grants } from '#core/identity/tables.ts';
import { projects } from '#core/docs/tables.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { eachTest } from '#test/support/each-test.ts';
import { renderedSite } from '#test/support/docs/rendered-site.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld, type World } from '#test/support/world.ts';

async function siteOf(text: string, title = 'Anchors') {
  const pages = [
    { slug: 'start', title: 'Get started', description: 'First' },
    { slug: 'anchors', title, description: 'How to stay' },
  ];
  const plan = { project_name: 'x', tagline: '', navigation: [{ group: 'Guides', pages }] };
  const markdown = new Map([
    ['start', '# Get started\n\nInstall it.\n'],
    ['anchors', `# ${title}\n\n## Dropping one\n\n${text}\n`],
  ]);
  const { files } = await renderedSite({ plan, markdown });
  return Object.fromEntries(files.map(({ path, body }) => [path, body]));
}

interface Answer {
  readonly hits: readonly { site: string; owner?: string; path: string; text: string }[];
  readonly searched: number;
  readonly sites: number;
  readonly next: number | null;
}

/** All sites that a caller may read at once. */
describe.each(homes({ quick: ['AWS'] }))('search over all sites on $name', ({ home }) => {
  const world = eachTest(() => openWorld(home, 'docs'));

  async function ask(path: string, headers: Record<string, string> = asAdmin, at: World = world()) {
    const reply = await at.send({ path: `/api/search${path}`, headers });
    return { status: reply.status, ...(reply.json() as Answer) };
  }
  const sitesOf = ({ hits }: Answer) => hits.map(({ site }) => site);
  const add = async (name: string, text: string, more: object = {}, title?: string) =>
    addProject(world().platform, { name, ...more }, await siteOf(text, title));

  it('finds sections, those with more of the words first, a project once', async () => {
    await add('harbour', 'A kedge holds the ship.');
    await add('dock', 'A kedge of the dock.', { updated_at: '2026-03-02T11:00:00.000Z' });
    await add('harbour@v1', 'A kedge holds the ship.', { branch: 'v1' });
    await add('only@v2', 'The kedge is old.', { branch: 'v2' });
    await add('other', 'Nothing of it.');
    await addProject(world().platform, { name: 'unfinished' });
    await addProject(world().platform, { name: 'old' }, { 'index.html': 'without an index' });
    await addProject(world().platform, { name: 'odd' }, { 'search/root.js': 'no index,{' });
    const answer = await ask('?q=kedge%20ship');
    expect(answer).toMatchObject({ status: 200, searched: 6, sites: 6, next: null });
    expect(sitesOf(answer)).toEqual(['harbour', 'dock', 'only@v2']);
    expect(answer.hits[0]).toEqual({
      ...{ site: 'harbour', owner: 'admin', slug: 'anchors', title: 'Anchors', group: 'Guides' },
      ...{ heading: 'Dropping one', text: 'A kedge holds the ship.' },
      path: '/docs/harbour/anchors.html#dropping-one',
    });
    // A word that another one resembles would find something in every site.
    expect((await ask('?q=kedhe')).hits).toEqual([]);
  });

  it('shows each caller what they may read, and where it lies (S16)', async () => {
    const uma = bearer(await addUser(world(), 'uma'));
    await add('harbour', 'A kedge of the administrator.');
    await add('harbour', 'A kedge of uma.', { owner: 'uma' });
    await add('harbour', 'A kedge of zoe.', { owner: 'zoe' });
    expect((await ask('?q=kedge', uma)).hits.map(({ text, path }) => [text, path])).toEqual([
      ['A kedge of uma.', '/docs/harbour/anchors.html#dropping-one'],
    ]);
    await world().platform.records.put(grants, {
      ...{ project_owner: 'zoe', project_name: 'harbour', username: 'uma' },
      created_at: '2026-03-01T11:00:00.000Z',
    });
    const both = await ask('?q=kedge', uma);
    expect(new Map(both.hits.map(({ text, path }) => [text, path]))).toEqual(
      new Map([
        ['A kedge of uma.', '/docs/harbour/anchors.html#dropping-one'],
        ['A kedge of zoe.', '/docs/harbour/anchors.html?owner=zoe#dropping-one'],
      ]),
    );
    expect((await ask('?q=kedge')).sites).toBe(3);
    expect((await world().send({ path: '/api/search?q=kedge' })).status).toBe(401);
  });

  it('with PUBLIC_DOCS is everybody’s, and names no owner', async () => {
    const open = await openWorld(home, 'docs', { environment: { PUBLIC_DOCS: 'true' } });
    await addProject(open.platform, { name: 'dock' }, await siteOf('A kedge.'));
    const { hits, status } = await ask('?q=kedge', {}, open);
    expect([status, hits.map((each) => Object.keys(each).sort())]).toEqual([
      200,
      [['group', 'heading', 'path', 'site', 'slug', 'text', 'title']],
    ]);
    await open.close();
  });

  it('opens 200 sites for a question, and goes on from there', async () => {
    await add('last', 'A kedge.', { updated_at: '2025-01-01T00:00:00.000Z' });
    const at = '2026-03-01T11:00:00.000Z';
    await world().platform.records.add(
      projects,
      Array.from({ length: 200 }, (_, number) => ({
        ...{ owner: 'admin', name: `p-${number}`, repo_url: '', status: 'ready' as const },
        ...{ created_at: at, updated_at: at, last_generated: at },
      })),
    );
    const first = await ask('?q=kedge');
    expect(first).toMatchObject({ hits: [], searched: 200, sites: 201, next: 200 });
    const second = await ask('?q=kedge&from=200');
    expect(second).toMatchObject({ hits: [{ site: 'last' }], searched: 1, next: null });
    expect(await ask('?q=kedge&from=999999')).toMatchObject({ hits: [], searched: 0, next: null });
    const page = await world().send({ path: '/docs?q=kedge', headers: asAdmin });
    expect(page.text).toContain('sites 1 to 200 of 201');
    expect(page.text).toContain('href="/docs?q=kedge&#38;from=200"');
  });

  it.each([
    ['', 422, /^q: /],
    [`?q=${'a'.repeat(1_001)}`, 422, /^q: /],
    ['?q=a&from=-1', 422, /^from: must be a whole number from 0 to 1000000$/],
    ['?q=a&from=zzz', 422, /^from: must be a whole number/],
    ['?q=a&from=1.5', 422, /^from: must be a whole number/],
    ['?q=a&from=1000001', 422, /^from: must be a whole number/],
    ['?q=a&from=1e3', 200, undefined],
  ])('GET /api/search%s is %i', async (path, status, detail) => {
    const reply = await world().send({ path: `/api/search${path}`, headers: asAdmin });
    expect(reply.status).toBe(status);
    if (detail) expect((reply.json() as { detail: string }).detail).toMatch(detail);
  });

  it('refuses more than four questions at once, and answers the next', async () => {
    await add('harbour', 'A kedge holds the ship.');
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask('?q=kedge')));
    const statuses = new Set(replies.map(({ status }) => status));
    expect(statuses.has(200)).toBe(true);
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect((await ask('?q=kedge')).status).toBe(200);
  });

  it('is shown on the page of the sites, as text (S8)', async () => {
    await add('harbour', 'A kedge &lt;script>alert(1)&lt;/script> holds.');
    const page = await world().send({ path: '/docs?q=kedge', headers: asAdmin });
    expect(page.text).toContain('1 section with “kedge” in 1 site');
    expect(page.text).toContain('/docs/harbour/anchors.html#dropping-one');
    expect(page.text).not.toContain('<script>alert');
    const hostile = encodeURIComponent('"><script>alert(1)</script>');
    const asked = await world().send({ path: `/docs?q=${hostile}`, headers: asAdmin });
    expect([asked.status, asked.text.includes('<script>alert')]).toEqual([200, false]);
    expect((await world().send({ path: '/', headers: asAdmin })).text).toContain('action="/docs"');
  });
});
