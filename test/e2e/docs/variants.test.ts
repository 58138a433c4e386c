import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grants } from '#core/identity/tables.ts';
import { sweepDocs } from '#core/docs/projects/sweep.ts';
import { projects, removals } from '#core/docs/tables.ts';
import { until } from '../../../scripts/demo/call.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { openDocsWorld, rules } from '#test/support/docs/docs-world.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';

const files = { 'README.md': '# Sample\n' };
const branch = 'feature/login';
const variant = 'sample@feature~login';
const site = { 'index.html': '<h1>One</h1>', 'a.html': 'page a' };

describe.each(homes())('branches and tags side by side on $name', ({ home }) => {
  const world = eachTest(() =>
    openDocsWorld(home, { ALLOWED_HOSTS: 'docs.example' }, { hasAllRoutes: true }),
  );
  const get = (path: string, headers: Record<string, string> = asAdmin) =>
    world().send({ path, headers });
  const remove = (name: string, headers: Record<string, string> = asAdmin) =>
    world().send({ method: 'DELETE', path: `/api/projects/${name}`, headers });
  const post = (more: object = {}, headers = asAdmin) =>
    world().post({ repo_url: world().url, ...more }, headers);
  const names = async (headers: Record<string, string> = asAdmin) => {
    const { projects: rows } = (await get('/api/status', headers)).json() as {
      projects: { name: string }[];
    };
    return rows.map(({ name }) => name).sort();
  };

  /** The sites of main, a branch and a tag, with files that say which. */
  async function addSites(owner = 'admin') {
    for (const [name, ref] of [
      ['sample', null],
      [variant, branch],
      ['sample@v1', 'v1'],
    ] as const) {
      const index = { ...site, 'index.html': `<h1>${ref ?? 'main'}</h1>` };
      await addProject(world().platform, { name, branch: ref, owner }, index);
    }
  }

  describe('a generation', () => {
    it('of a branch or tag is a site of its own, with its own history and files', async () => {
      const main = world().commit(files);
      world().tag('v1');
      const feature = world().commit({ ...files, 'new.md': 'New\n' }, branch);
      world().say(...rules(1, '# {{title}}\n\nMain.\n'));
      expect((await post()).json()).toEqual({ project: 'sample', status: 'generating' });
      await world().ended();
      world().say(...rules(1, '# {{title}}\n\nFeature.\n'));
      expect((await post({ branch })).json()).toEqual({ project: variant, status: 'generating' });
      await world().ended(variant);
      await post({ branch: 'v1' });
      await world().ended('sample@v1');
      expect(await world().published('page-1.md')).toBe('# Page 1\n\nMain.\n');
      expect(await world().published('page-1.md', variant)).toBe('# Page 1\n\nFeature.\n');
      for (const [name, ref, sha] of [
        ['sample', null, main],
        [variant, branch, feature],
        ['sample@v1', 'v1', main],
      ] as const) {
        const record = (await get(`/api/projects/${name}`)).json() as {
          variants: { name: string }[];
        };
        expect(record).toMatchObject({
          ...{ name, project: 'sample', branch: ref, last_commit_sha: sha, status: 'ready' },
          variants: expect.arrayContaining([
            expect.objectContaining(
              name === 'sample' ? { name: variant, branch } : { name: 'sample', branch: null },
            ),
          ]) as unknown,
        });
        expect(record.variants).toHaveLength(2);
        const history = (await get(`/api/projects/${name}/generations`)).json();
        expect((history as { generations: object[] }).generations).toHaveLength(1);
      }
      expect((await get(`/docs/${variant}/page-1.html`)).text).toContain('Feature.');
      expect((await get('/docs/sample/page-1.html')).text).toContain('Main.');
      expect(await names()).toEqual(['sample', variant, 'sample@v1']);
    });

    it('of the default branch by its name has no site of its own', async () => {
      world().commit(files);
      world().say(...rules(1));
      for (const name of ['main', 'refs/heads/main', 'HEAD']) {
        expect((await post({ branch: name })).json()).toMatchObject({ project: 'sample' });
        expect(await world().ended()).toMatchObject({ branch: null, status: 'ready' });
      }
      expect(await names()).toEqual(['sample']);
    });

    it('goes on where an earlier version had the site of a branch, and answers by that name (R8)', async () => {
      world().commit(files);
      world().commit({ ...files, 'new.md': 'New\n' }, branch);
      world().say(...rules(1));
      await post();
      await world().ended();
      const key = { owner: 'admin', name: 'sample' };
      await world().platform.records.update(projects, key, { branch });
      expect((await post({ branch })).json()).toMatchObject({ project: 'sample' });
      expect(await world().ended()).toMatchObject({ branch, status: 'ready' });
      await post();
      expect(await world().ended()).toMatchObject({ branch: null });
    });

    it('of a branch whose repository cannot be reached says so before anything is saved', async () => {
      const reply = await post({ repo_url: world().server.url('none'), branch });
      expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('Clone failed: ')]);
      expect(await names()).toEqual([]);
    });

    it('is refused while another one of the name runs, or remembered, also of a new branch', async () => {
      world().commit(files);
      const gate = join(world().folder, 'gate');
      world().commit({ ...files, 'new.md': 'New\n' }, branch);
      world().tag('v1');
      world().say(
        { task: { kind: 'plan' }, json: plan(1), gate },
        { task: { kind: 'page' }, text: '# {{title}}' },
      );
      await post();
      await world().until(() => world().calls().length === 1);
      const refused = await post({ branch });
      expect([refused.status, refused.json()]).toEqual([
        409,
        { detail: "Project 'sample' is already being generated" },
      ]);
      expect((await post({ branch, queue: true })).json()).toEqual({
        ...{ project: variant, status: 'queued' },
      });
      await post({ branch: 'v1', queue: true });
      expect((await get(`/api/projects/${variant}`)).json()).toMatchObject({
        ...{ status: 'error', branch, page_count: 0 },
        error_message: "Waiting for another generation of 'sample' to end",
      });
      writeFileSync(gate, '');
      const statuses = async () =>
        (await world().platform.records.list(projects)).rows.map(({ status }) => status);
      await world().until(async () => (await statuses()).every((status) => status === 'ready'));
      const rows = (await world().platform.records.list(projects)).rows;
      expect(rows.map(({ name, queued }) => [name, queued])).toEqual(
        ['sample', variant, 'sample@v1'].map((name) => [name, null]),
      );
      await world().ended(variant);
      await world().ended('sample@v1');
    });

    it('64 at once of eight branches: one is accepted (R2)', async () => {
      world().commit(files);
      for (let at = 0; at < 8; at += 1) world().commit(files, `b/${at}`);
      world().say({ when: '', hang: true });
      const replies = await Promise.all(
        Array.from({ length: 64 }, (_, at) => post({ branch: `b/${at % 8}` })),
      );
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 202)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(63);
      expect(await world().history()).toHaveLength(1);
      const [name = ''] = await names();
      await until('a question', async () => world().calls()[0]);
      await world().send({
        ...{ method: 'POST', path: `/api/projects/${name}/abort`, headers: asAdmin },
      });
      await world().ended(name);
      // The step notices, and the command gets its grace.
      for (let second = 0; second < 4; second += 1) await world().clock.advance(1_000);
    });

    it('after a push to a branch is made only where that has a site', async () => {
      world().commit(files);
      world().commit({ ...files, 'new.md': 'New\n' }, branch);
      world().say(...rules(1));
      const pushed = { branch, create: false, queue: true };
      expect((await post(pushed)).status).toBe(404);
      expect(await names()).toEqual([]);
      await post({ branch });
      await world().ended(variant);
      expect((await post(pushed)).json()).toMatchObject({ project: variant });
      await world().ended(variant);
    });
  });

  describe('access', () => {
    it('is by project: a grant holds for all variants, and nothing else does (S16)', async () => {
      await addSites();
      await addProject(world().platform, { name: 'sample-2' }, site);
      const uma = bearer(await addUser(world(), 'uma', 'viewer'));
      const path = '/api/admin/projects/sample/access';
      const seen = async () =>
        Promise.all(
          ['sample', variant, 'sample@v1'].map(async (name) => [
            (await get(`/docs/${name}/`, uma)).status,
            (await get(`/docs/${name}/a.html?owner=admin`, uma)).status,
            (await get(`/api/projects/${name}`, uma)).status,
            (await get(`/api/projects/${name}/download?owner=admin`, uma)).status,
            (await get(`/api/projects/${name}/pages/a?owner=admin`, uma)).status,
            (await get(`/projects/${name}`, uma)).status,
          ]),
        );
      const none = [404, 404, 404, 404, 404, 404];
      expect(await seen()).toEqual([none, none, none]);
      expect(await names(uma)).toEqual([]);
      const body = { username: 'uma', owner: 'admin' };
      const grant = { method: 'POST', path, headers: asAdmin, body };
      expect((await world().send(grant)).status).toBe(200);
      const [first] = await seen();
      expect(first?.slice(0, 3)).toEqual([200, 200, 200]);
      expect(await seen()).toEqual([first, first, first]);
      expect(await names(uma)).toEqual(['sample', variant, 'sample@v1']);
      expect((await remove('sample@v1', uma)).status).toBe(403);
      const revoke = { method: 'DELETE', path: `${path}/uma?owner=admin`, headers: asAdmin };
      await world().send(revoke);
      expect(await seen()).toEqual([none, none, none]);
      expect(await names(uma)).toEqual([]);
    });

    it('can be given where only a variant is there, and to no variant alone', async () => {
      await addProject(world().platform, { name: variant, branch }, site);
      await addUser(world(), 'uma');
      const grant = (name: string) =>
        world().send({
          ...{ method: 'POST', path: `/api/admin/projects/${name}/access`, headers: asAdmin },
          body: { username: 'uma', owner: 'admin' },
        });
      expect((await grant('sample')).status).toBe(200);
      expect((await grant(variant)).status).toBe(400);
    });

    it('with PUBLIC_DOCS is everybody’s (S16)', async () => {
      const open = await openDocsWorld(home, { PUBLIC_DOCS: 'true' }, { hasAllRoutes: true });
      await addProject(open.platform, { name: variant, branch }, site);
      const page = await open.send({ path: `/docs/${variant}/a.html` });
      expect([page.status, page.text]).toEqual([200, 'page a']);
      const { location = '' } = (await open.send({ path: `/docs/${variant}` })).headers;
      expect(decodeURIComponent(location)).toBe(`/docs/${variant}/`);
      expect((await open.send({ path: '/docs/sample/' })).status).toBe(404);
      await open.close();
    });
  });

  describe('the switcher on served pages', () => {
    const page = '<header><div class="tools"><i>Search</i></div></header>';
    const browser = { ...asAdmin, accept: 'text/html', 'accept-encoding': 'identity' };
    const linksOf = async (path: string, headers: Record<string, string> = browser) =>
      [...(await get(path, headers)).text.matchAll(/href="(\/docs\/[^"]+)"/g)].map(
        ([, url]) => url,
      );

    it('leads to the same page of each site, and knows a later one without rendering', async () => {
      const { platform } = world();
      await addProject(platform, { name: 'sample' }, { 'index.html': page, 'a.html': page });
      const alone = await get('/docs/sample/a.html', browser);
      expect(alone.text).not.toContain('popover');
      const etag = String(alone.headers.etag);
      await addProject(platform, { name: variant, branch }, { 'index.html': page });
      await addProject(platform, { name: 'sample@none', branch: 'none' });
      await addProject(platform, { name: 'sample-2' }, site);
      const links = ['/docs/sample/a.html', `/docs/${variant}/a.html`];
      expect(await linksOf('/docs/sample/a.html')).toEqual(links);
      expect(await linksOf('/docs/sample/')).toEqual(['/docs/sample/', `/docs/${variant}/`]);
      expect(await linksOf(`/docs/${variant}/`)).toEqual(['/docs/sample/', `/docs/${variant}/`]);
      const changed = await get('/docs/sample/a.html', { ...browser, 'if-none-match': etag });
      expect([changed.status, changed.text]).toEqual([
        200,
        expect.stringContaining('>feature/login<'),
      ]);
      const tag = String(changed.headers.etag);
      const same = { ...browser, 'if-none-match': tag };
      expect((await get('/docs/sample/a.html', same)).status).toBe(304);
      const size = Buffer.byteLength(changed.text);
      const part = await get('/docs/sample/a.html', { ...browser, range: `bytes=0-${size + 9}` });
      expect([part.status, part.text]).toEqual([206, changed.text]);
      const packed = await get('/docs/sample/a.html', { ...browser, 'accept-encoding': 'gzip' });
      expect(packed.text).toBe(changed.text);
      expect(await world().published('a.html')).toBe(page);
      await remove(variant);
      expect(await linksOf('/docs/sample/a.html')).toEqual([]);
    });

    it('leads to the first page of a site that has not this page', async () => {
      await addSites();
      const from = (referer: string, path: string) =>
        get(path, { ...browser, host: 'docs.example', referer: `https://docs.example${referer}` });
      const lost = await from('/docs/sample/new.html', '/docs/sample@v1/new.html');
      expect([lost.status, decodeURIComponent(lost.headers.location ?? '')]).toEqual([
        302,
        '/docs/sample@v1/',
      ]);
      expect((await from('/docs/sample/a.html', '/docs/sample@v1/a.html')).status).toBe(200);
      expect((await from('/docs/other/new.html', '/docs/sample@v1/new.html')).status).toBe(404);
      expect((await from('/docs/sample/', '/docs/sample@v2/')).status).toBe(404);
    });

    it('keeps the owner, names none to others, and shows a grantee what they may open (S16)', async () => {
      for (const name of ['sample', 'sample@v1'])
        await addProject(world().platform, { name, owner: 'zoe' }, { 'index.html': page });
      const uma = { ...browser, ...bearer(await addUser(world(), 'uma', 'viewer')) };
      expect(await linksOf('/docs/sample/?owner=zoe', uma)).toEqual([]);
      await world().platform.records.put(grants, {
        ...{ project_owner: 'zoe', project_name: 'sample', username: 'uma' },
        created_at: '2026-03-01T11:00:00.000Z',
      });
      const links = ['/docs/sample/?owner=zoe', '/docs/sample@v1/?owner=zoe'];
      expect(await linksOf('/docs/sample/', uma)).toEqual(links);
      expect(await linksOf('/docs/sample/?owner=zoe', uma)).toEqual(links);
    });

    it('is no way to write markup: names of branches are text (S8)', async () => {
      const hostile = '"><script>alert(1)</script>';
      await addProject(world().platform, { name: 'sample' }, { 'index.html': page });
      await addProject(
        world().platform,
        { name: 'sample@x', branch: hostile },
        { 'index.html': page },
      );
      const { text } = await get('/docs/sample/', browser);
      expect(text).toContain('&#60;script&#62;');
      expect(text).not.toContain('<script>');
    });
  });

  describe('removing', () => {
    const grant = { project_owner: 'admin', project_name: 'sample', username: 'uma' };
    const addGrant = () =>
      world().platform.records.put(grants, { ...grant, created_at: '2026-03-01T11:00:00.000Z' });

    it('a variant leaves the others and the access; the project takes all', async () => {
      await addSites();
      await addProject(world().platform, { name: 'sample-2' }, site);
      await addGrant();
      expect((await remove('sample@v1')).json()).toEqual({ deleted: 'sample@v1' });
      expect((await get('/docs/sample@v1/')).status).toBe(404);
      expect((await get(`/docs/${variant}/`)).text).toContain(branch);
      expect(await world().platform.records.get(grants, grant)).toBeDefined();
      expect((await remove('sample')).json()).toEqual({ deleted: 'sample' });
      expect(await names()).toEqual(['sample-2']);
      expect(await world().platform.records.get(grants, grant)).toBeUndefined();
      expect(await world().published('a.html', variant)).toBeUndefined();
      expect(await world().published('a.html', 'sample-2')).toBe('page a');
    });

    it('the last variant ends the access, also when a crash came between (R1)', async () => {
      const { records } = world().platform;
      await addGrant();
      const begun_at = '2026-03-01T11:00:00.000Z';
      await records.put(removals, { owner: 'admin', name: 'sample@v1', begun_at });
      world().commit(files);
      world().say(...rules(1));
      // Another variant of the name comes before the sweep.
      await post();
      expect(await records.get(grants, grant)).toBeUndefined();
      await world().ended();
      await sweepDocs(world().platform);
      expect(await names()).toEqual(['sample']);
    });

    it('the project is refused while a variant is generated', async () => {
      await addSites();
      const key = { owner: 'admin', name: variant };
      await world().platform.records.update(projects, key, { status: 'generating' });
      const reply = await remove('sample');
      expect([reply.status, reply.json()]).toEqual([
        409,
        { detail: `Cannot delete 'sample' while generation is in progress` },
      ]);
      expect(await names()).toHaveLength(3);
      // It says which one runs: that can be stopped.
      const abort = await world().send({
        ...{ method: 'POST', path: '/api/projects/sample/abort', headers: asAdmin },
      });
      expect([abort.status, abort.json()]).toEqual([
        404,
        { detail: `No generation of 'sample' is running: '${variant}' is being generated` },
      ]);
    });
  });
});
