import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { appendProgress } from '#test/support/docs/append-progress.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { eachTest } from '#test/support/each-test.ts';
import { progressFeed } from '#core/docs/progress.ts';
import { cachedPages, generationPages, generations, projects } from '#core/docs/tables.ts';
import { readPublished } from '#test/support/docs/docs-world.ts';
import { readTar } from '#test/support/docs/read-tar.ts';
import { addRunning } from '#test/support/docs/running-generation.ts';
import { http, type Received } from '#test/support/http/http-client.ts';
import { homes } from '#test/support/homes.ts';
import { openWorld } from '#test/support/world.ts';

const site = { 'index.html': '<h1>One</h1>', 'a.html': 'page a', 'assets/style.css': 'p{}' };

/** Records, sites and archives of the documentation service. */
describe.each(homes())('projects on $name', ({ home }) => {
  const world = eachTest(() =>
    openWorld(home, 'docs', { environment: { ALLOWED_HOSTS: 'docs.example, other.example' } }),
  );
  const get = (path: string, headers: Record<string, string> = asAdmin) =>
    world().send({ path, headers });
  const act = (method: string, path: string, headers: Record<string, string> = asAdmin) =>
    world().send({ method, path, headers });
  const grant = (name: string, owner: string, username: string) =>
    world().send({
      method: 'POST',
      path: `/api/admin/projects/${name}/access`,
      headers: asAdmin,
      body: { username, owner },
    });
  const said = (reply: Received) => [reply.status, reply.json()];
  const names = (reply: Received) =>
    (reply.json() as { projects: { name: string; owner: string }[] }).projects.map(
      ({ owner, name }) => `${owner}/${name}`,
    );

  describe('the records', () => {
    it('are listed by both routes, what changed last first, with exactly these fields', async () => {
      await addProject(world().platform, { name: 'old', updated_at: '2026-01-01T00:00:00.000Z' });
      await addProject(world().platform, { name: 'new' }, site);
      const reply = await get('/api/status');
      expect(names(reply)).toEqual(['admin/new', 'admin/old']);
      expect((reply.json() as { projects: object[] }).projects[0]).toEqual({
        name: 'new',
        owner: 'admin',
        repo_url: 'https://code.example/team/new',
        status: 'ready',
        last_commit_sha: 'c'.repeat(40),
        last_generated: '2026-03-01T11:00:00.000Z',
        page_count: 2,
        current_stage: null,
        error_message: null,
        project: 'new',
        branch: null,
      });
      expect((await get('/api/projects')).text).toBe(reply.text);
    });

    it('are flat, with the plan as text and as an object', async () => {
      const plan_json = JSON.stringify({ project_name: 'x', tagline: '', navigation: [] });
      await addProject(world().platform, { name: 'x', plan_json }, site);
      expect((await get('/api/projects/x')).json()).toMatchObject({
        ...{ name: 'x', owner: 'admin', branch: null, current_stage: null, error_pages: 0 },
        ...{ plan_json, plan: JSON.parse(plan_json) as unknown, ai_model: 'sonnet' },
      });
      await addProject(world().platform, { name: 'y' });
      expect((await get('/api/projects/y')).json()).toMatchObject({ plan_json: null, plan: null });
    });

    it.each([
      ['none', 404, `Project 'none' not found`],
      ['..', 400, `Invalid project name: '..'`],
      ['%2e%2e%2fx', 400, `Invalid project name: '../x'`],
      ['a..b', 400, `Invalid project name: 'a..b'`],
    ])('named %s are %i', async (name, status, message) => {
      // API Gateway decodes a path before it looks for the route, and finds none.
      const isUnfound = world().isStrict && name.includes('%2f');
      const answer = isUnfound ? [404, { detail: 'Not Found' }] : [status, { detail: message }];
      for (const path of ['', '/download', '/progress', '/generations']) {
        expect(said(await get(`/api/projects/${name}${path}`))).toEqual(answer);
      }
      expect(said(await act('DELETE', `/api/projects/${name}`))).toEqual(answer);
    });

    /** A generation that has ended, with its pages, their cache and its progress. */
    async function addHistory(name: string): Promise<string> {
      const { records, feed, clock } = world().platform;
      const id = await addRunning({ records, clock }, name);
      await records.update(generations, { id }, { status: 'ready' });
      const page = { slug: 'a', title: 'A', description: '', state: 'done' } as const;
      await records.insert(generationPages, { generation: id, position: 0, ...page });
      const kept = { commit_sha: 'c', entry_hash: 'e', markdown_hash: 'm' };
      await records.insert(cachedPages, { owner: 'admin', name, slug: 'a', ...kept });
      await feed.append(progressFeed(id), ['{}']);
      return id;
    }

    it('are removed with files, history and access', async () => {
      const { records, blobs, feed } = world().platform;
      const generation = await addHistory('x');
      await addProject(world().platform, { name: 'x', generation }, site);
      await addUser(world(), 'uma');
      await grant('x', 'admin', 'uma');
      expect(said(await act('DELETE', '/api/projects/x'))).toEqual([200, { deleted: 'x' }]);
      expect(await Array.fromAsync(blobs.list('projects/'))).toEqual([]);
      const where = { owner: 'admin', name: 'x' };
      expect((await records.list(generations, { index: 'by_project', where })).rows).toEqual([]);
      expect((await records.list(generationPages, { where: { generation } })).rows).toEqual([]);
      expect((await records.list(cachedPages, { where })).rows).toEqual([]);
      expect(await feed.read(progressFeed(generation))).toEqual([]);
      expect(await world().platform.blobs.published('projects/x/site/')).toBeUndefined();
      expect((await get('/docs/x/index.html')).status).toBe(404);
      await addProject(world().platform, { name: 'x' }, site);
      const { users } = (await get('/api/admin/projects/x/access?owner=admin')).json() as {
        users: string[];
      };
      expect(users).toEqual([]);
    });

    it('stay while they are generated, and so does their owner', async () => {
      await addUser(world(), 'uma');
      await addRunning(world().platform, 'x', 'uma');
      const detail = `Cannot delete 'x' while generation is in progress`;
      expect(said(await act('DELETE', '/api/projects/x'))).toEqual([409, { detail }]);
      const reply = await act('DELETE', '/api/admin/users/uma');
      expect(reply.status).toBe(409);
      expect(names(await get('/api/status'))).toEqual(['uma/x']);
    });

    it('of a removed user go with their files, those of others stay', async () => {
      await addUser(world(), 'uma');
      await addProject(world().platform, { name: 'x', owner: 'uma' }, site);
      await addProject(world().platform, { name: 'x' }, site);
      expect((await act('DELETE', '/api/admin/users/uma')).status).toBe(200);
      expect(names(await get('/api/status'))).toEqual(['admin/x']);
      expect(await world().platform.blobs.published('projects/@uma/x/site/')).toBeUndefined();
      expect((await get('/docs/x/a.html')).text).toBe('page a');
    });
  });

  describe('who sees what (S16)', () => {
    const reads = ['/api/projects/x', '/api/projects/x/download', '/docs/x/', '/docs/x/a.html'];

    it.each([
      ['the owner', 200, 200],
      ['a user who was let in', 200, 403],
      ['a viewer who was let in', 200, 403],
      ['another user', 404, 404],
      ['another viewer', 404, 403],
      ['an administrator', 200, 200],
      ['ADMIN_KEY', 200, 200],
      ['an unknown key', 401, 401],
      ['nobody', 401, 401],
    ])('%s reads with %i and deletes with %i', async (who, reading, deleting) => {
      const owner = await addUser(world(), 'olga');
      await addProject(world().platform, { name: 'x', owner: 'olga' }, site);
      const role = who.includes('viewer') ? 'viewer' : who.includes('admin') ? 'admin' : 'user';
      const other = await addUser(world(), 'other', role);
      if (who.includes('let in')) await grant('x', 'olga', 'other');
      const keys: Record<string, Record<string, string>> = {
        'the owner': bearer(owner),
        ADMIN_KEY: asAdmin,
        'an unknown key': bearer('nobody knows this key'),
        nobody: {},
      };
      const headers = keys[who] ?? bearer(other);
      const seen = await Promise.all(reads.map(async (path) => (await get(path, headers)).status));
      const statusOfRead = seen.map((status) => (status === 302 ? 200 : status));
      expect(statusOfRead).toEqual(reads.map(() => reading));
      expect((await act('DELETE', '/api/projects/x', headers)).status).toBe(deleting);
    });

    it('a name means one’s own, then what was granted, then for administrators anybody’s', async () => {
      const key = await addUser(world(), 'uma');
      await addUser(world(), 'vic');
      const { platform } = world();
      await addProject(platform, { name: 'x', owner: 'vic' }, { 'index.html': 'of vic' });
      expect((await get('/docs/x/', bearer(key))).status).toBe(404);
      expect((await get('/docs/x/?owner=vic', bearer(key))).status).toBe(404);
      await grant('x', 'vic', 'uma');
      expect((await get('/docs/x/', bearer(key))).text).toBe('of vic');
      expect((await get('/docs/x/')).text).toBe('of vic');
      await addProject(platform, { name: 'x', owner: 'uma' }, { 'index.html': 'of uma' });
      expect((await get('/docs/x/', bearer(key))).text).toBe('of uma');
      expect((await get('/docs/x/?owner=vic', bearer(key))).text).toBe('of vic');
      expect((await get('/docs/x/?owner=admin', bearer(key))).status).toBe(404);
    });

    it('a link of another owner’s site leads to the same site', async () => {
      await addUser(world(), 'vic');
      const { platform, url } = world();
      const page = '<a href="a.html">';
      const of = (owner: string) => ({ 'index.html': page, 'a.html': owner, 's.css': owner });
      await addProject(platform, { name: 'x', owner: 'vic' }, of('vic'));
      await addProject(platform, { name: 'x' }, of('admin'));
      const headers = { ...asAdmin, referer: `${url}/docs/x/?owner=vic`, host: new URL(url).host };
      const reply = await get('/docs/x/a.html', headers);
      expect([reply.status, reply.headers.location]).toEqual([302, '/docs/x/a.html?owner=vic']);
      expect((await get('/docs/x/s.css', headers)).text).toBe('vic');
      const elsewhere = { ...headers, referer: 'https://elsewhere.example/docs/x/?owner=vic' };
      expect((await get('/docs/x/a.html', elsewhere)).text).toBe('admin');
    });
  });

  describe('access', () => {
    const body = (username?: string | null, owner?: string | null) => ({
      ...(username !== undefined && { username }),
      ...(owner !== undefined && { owner }),
    });
    it.each([
      [body(undefined, 'admin'), 400, 'Username is required'],
      [body('', 'admin'), 400, 'Username is required'],
      [body('uma'), 400, 'Project owner is required'],
      [body('nobody', 'nobody'), 404, `User 'nobody' not found`],
      [body('uma', 'nobody'), 404, `Project 'x' not found for owner 'nobody'`],
    ])('%j is %i', async (sent, status, detail) => {
      await addUser(world(), 'uma');
      await addProject(world().platform, { name: 'x' }, site);
      const path = '/api/admin/projects/x/access';
      const reply = await world().send({ method: 'POST', path, headers: asAdmin, body: sent });
      expect(said(reply)).toEqual([status, { detail }]);
    });

    it('is given, twice too, listed by name and taken away, absent too', async () => {
      await addProject(world().platform, { name: 'x' }, site);
      for (const user of ['vic', 'uma']) await addUser(world(), user);
      for (const user of ['vic', 'uma', 'uma']) {
        const granted = { granted: 'x', username: user, owner: 'admin' };
        expect(said(await grant('x', 'admin', user))).toEqual([200, granted]);
      }
      const path = '/api/admin/projects/x/access';
      const list = await get(`${path}?owner=admin`);
      expect(list.json()).toEqual({ project: 'x', owner: 'admin', users: ['uma', 'vic'] });
      for (let time = 0; time < 2; time += 1) {
        const revoked = await act('DELETE', `${path}/uma?owner=admin`);
        expect(said(revoked)).toEqual([200, { revoked: 'x', username: 'uma' }]);
      }
      const detail = 'Project owner is required';
      expect(said(await get(path))).toEqual([400, { detail }]);
      expect(said(await act('DELETE', `${path}/uma`))).toEqual([400, { detail }]);
    });

    it('ends for the next request, of a page that was read a moment ago too (S11)', async () => {
      const key = await addUser(world(), 'uma');
      await addProject(world().platform, { name: 'x' }, site);
      await grant('x', 'admin', 'uma');
      const read = async (headers = bearer(key)) => (await get('/docs/x/a.html', headers)).status;
      const listed = async () => names(await get('/api/status', bearer(key)));
      expect([await read(), await read()]).toEqual([200, 200]);
      expect([await listed(), await listed()]).toEqual([['admin/x'], ['admin/x']]);
      await act('DELETE', '/api/admin/projects/x/access/uma?owner=admin');
      expect([await read(), await listed()]).toEqual([404, []]);
      await grant('x', 'admin', 'uma');
      expect([await read(), await read()]).toEqual([200, 200]);
      await act('DELETE', '/api/admin/users/uma');
      expect([await read(), await read(asAdmin)]).toEqual([401, 200]);
    });

    it('does not show on a page where a folder lies on the server', async () => {
      const key = await addUser(world(), 'uma', 'viewer');
      const repo_url = '/srv/secret-place/x';
      await addProject(world().platform, { name: 'x', repo_url }, site);
      await grant('x', 'admin', 'uma');
      for (const path of ['/', '/projects/x?owner=admin']) {
        const guests = (await get(path, bearer(key))).text;
        expect([guests.includes('/projects/x'), guests.includes('secret-place')]).toEqual([
          true,
          false,
        ]);
        expect(guests).toContain('a local folder');
        // Lines may break after a slash.
        expect((await get(path)).text.replaceAll('<wbr />', '')).toContain(repo_url);
      }
      // The interface keeps what the record holds.
      const record = await get('/api/projects/x?owner=admin', bearer(key));
      expect(record.json()).toMatchObject({ repo_url });
    });
  });

  describe('a site', () => {
    it('begins at its folder', async () => {
      await addProject(world().platform, { name: 'x' }, site);
      const reply = await get('/docs/x');
      expect([reply.status, reply.headers.location]).toEqual([308, '/docs/x/']);
      const index = await get('/docs/x/');
      expect([index.status, index.text]).toEqual([200, site['index.html']]);
      expect(index.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(index.headers['content-security-policy']).toMatch(/default-src 'none'/);
      expect(index.headers['content-security-policy']).not.toContain('unsafe-inline');
    });

    // The path as it stands on the request line, after /docs/x/.
    it.each([
      ['..', 403],
      ['../plan.json', 403],
      ['%2e%2e%2fplan.json', 403],
      ['..%2f..%2f..%2fapp.db', 403],
      ['a/../../plan.json', 403],
      ['/etc/passwd', 403],
      ['%2fetc%2fpasswd', 403],
      ['%c0%ae%c0%ae/plan.json', 404],
      ['..%5cplan.json', 404],
      ['a.html%00.png', 404],
      ['a.html/', 404],
      ['assets', 404],
      ['.', 404],
      ['none.html', 404],
      ['../site/a.html', 200],
    ])('%s below it is %i (S5)', async (path, status) => {
      await addProject(world().platform, { name: 'x' }, site);
      await world().platform.blobs.put('projects/x/plan.json', '{}');
      const reply = await get(`/docs/x/${path}`);
      const detail = { 403: 'Access denied', 404: 'File not found' }[status];
      expect([reply.status, detail ? reply.json() : reply.text]).toEqual([
        ...[status, detail ? { detail } : 'page a'],
      ]);
    });

    it('is the old one while a new one is made, then the new one, and gone when it is gone', async () => {
      const { platform } = world();
      const page = async () => (await get('/docs/x/a.html')).text;
      await addProject(platform, { name: 'x', generation: 'gen_1' }, { 'a.html': 'old' });
      expect([await page(), await page()]).toEqual(['old', 'old']);
      await platform.records.put(projects, { owner: 'admin', name: 'x', status: 'generating' });
      expect(await page()).toBe('old');
      await addProject(platform, { name: 'x', generation: 'gen_2' }, { 'a.html': 'new' });
      expect([await page(), await page()]).toEqual(['new', 'new']);
      // Nobody read it while this one was made.
      await addProject(platform, { name: 'x', generation: 'gen_2b' }, { 'a.html': 'newer' });
      expect(await page()).toBe('newer');
      await act('DELETE', '/api/projects/x');
      expect((await get('/docs/x/a.html')).status).toBe(404);
      await addProject(platform, { name: 'x', generation: 'gen_3' }, { 'a.html': 'third' });
      expect(await page()).toBe('third');
    });

    it('that is not there looks like a file that is not', async () => {
      await addProject(world().platform, { name: 'unmade' });
      for (const path of ['/docs/none/', '/docs/none/a', '/docs/unmade/index.html']) {
        expect(said(await get(path))).toEqual([404, { detail: 'File not found' }]);
      }
    });

    it('has its own page for what is missing, where it can be shown', async () => {
      await addProject(world().platform, { name: 'y' }, { ...site, '404.html': 'no such page' });
      const browser = { ...asAdmin, accept: 'text/html' };
      const missing = await get('/docs/y/none.html', browser);
      expect([missing.status, missing.text]).toEqual([404, 'no such page']);
      // Its links would lead nowhere from a folder below.
      const below = (await get('/docs/y/a/none.html?owner=admin', browser)).text;
      expect(below).toContain('There is no documentation at this address');
      expect(below).toContain('href="/docs/y/?owner=admin"');
      expect(below).toContain('href="/docs"');
      const detail = 'File not found';
      expect(said(await get('/docs/y/none.html'))).toEqual([404, { detail }]);
    });

    it('leads back to the list where it is served, not in its files and not in the archive', async () => {
      const index =
        '<nav><div class="side-inner"></div></nav><header><div class="tools"><i>Search</i></div></header>';
      const files = { 'index.html': index, 'index.md': index };
      await addProject(world().platform, { name: 'x' }, files);
      const browser = { ...asAdmin, 'accept-encoding': 'identity' };
      const served = await get('/docs/x/', browser);
      expect(served.text).toMatch(
        /<div class="tools"><a class="tool sites" href="\/docs"\s*>.*All doc/s,
      );
      expect(served.text).toMatch(
        /<div class="side-inner"><a class="side-home side-sites" href="\/docs">/,
      );
      expect(served.text).toMatch(/<\/a\s*><i>Search<\/i><\/div><\/header>$/);
      const etag = String(served.headers.etag);
      expect((await get('/docs/x/', { ...browser, 'if-none-match': etag })).status).toBe(304);
      const size = Buffer.byteLength(served.text);
      const last = `bytes ${size - 4}-${size - 1}/${size}`;
      for (const [range, more, status, text, place] of [
        ['bytes=0-3', {}, 206, '<nav', `bytes 0-3/${size}`],
        ['bytes=-4', {}, 206, 'der>', last],
        ['bytes=0-3', { 'if-range': etag }, 206, '<nav', `bytes 0-3/${size}`],
        ['bytes=0-3', { 'if-range': '"old"' }, 200, served.text, undefined],
        ['bytes=0-1,3-4', {}, 200, served.text, undefined],
      ] as const) {
        const part = await get('/docs/x/', { ...browser, ...more, range });
        const seen = [part.status, part.text, part.headers['content-range'], part.headers.etag];
        expect([range, more, ...seen]).toEqual([range, more, status, text, place, etag]);
        expect(part.headers['content-encoding']).toBeUndefined();
      }
      for (const range of [`bytes=${size}-`, 'bytes=-0']) {
        const none = await get('/docs/x/', { ...browser, range });
        expect([none.status, none.headers['content-range']]).toEqual([416, `bytes */${size}`]);
      }
      const head = await act('HEAD', '/docs/x/', { ...browser, range: 'bytes=0-3' });
      expect([head.status, head.headers['content-range']]).toEqual([200, undefined]);
      if (!world().isStrict) expect(head.headers['content-length']).toBe(String(size));
      const zipped = await get('/docs/x/', { ...asAdmin, 'accept-encoding': 'gzip' });
      const text =
        zipped.headers['content-encoding'] === 'gzip' ? gunzipSync(zipped.bytes) : zipped.text;
      expect(String(text)).toBe(served.text);
      expect((await get('/docs/x/index.md')).text).toBe(index);
      expect(await readPublished(world().platform, 'projects/x/site/', 'index.html')).toBe(index);
    });
  });

  describe('the list of sites', () => {
    const listed = async (headers: Record<string, string> = asAdmin) =>
      [...(await get('/docs', headers)).text.matchAll(/<a href="(\/docs\/[^"]+)"/g)].map(
        ([, url]) => url,
      );

    it('shows each reader what they can read', async () => {
      const key = await addUser(world(), 'uma', 'viewer');
      await addProject(world().platform, { name: 'b' }, site);
      await addProject(world().platform, { name: 'a' }, site);
      await addProject(world().platform, { name: 'a', owner: 'vic' }, site);
      await addProject(world().platform, { name: 'unmade' });
      expect(await listed()).toEqual(['/docs/a/', '/docs/a/?owner=vic', '/docs/b/']);
      expect(await listed(bearer(key))).toEqual([]);
      await grant('a', 'vic', 'uma');
      expect(await listed(bearer(key))).toEqual(['/docs/a/']);
      const anonymous = await get('/docs', { accept: 'text/html' });
      expect([anonymous.status, anonymous.headers.location]).toEqual([302, '/login?next=%2Fdocs']);
    });
  });

  describe('an archive (S6)', () => {
    // On AWS it lies where a link leads, which asks for no key.
    async function load(path: string): Promise<Received> {
      const reply = await get(path);
      if (reply.status !== 302) return reply;
      const link = new URL(String(reply.headers.location));
      return http(link.origin)({ path: link.pathname + link.search });
    }

    it('holds the site below one folder, the same bytes each time', async () => {
      await addProject(world().platform, { name: 'x' }, site);
      const reply = await load('/api/projects/x/download');
      expect(reply.status).toBe(200);
      const files = readTar(gunzipSync(reply.bytes)).filter(({ type }) => type === '0');
      expect(Object.fromEntries(files.map(({ name, content }) => [name, String(content)]))).toEqual(
        Object.fromEntries(Object.entries(site).map(([name, text]) => [`x/${name}`, text])),
      );
      expect((await load('/api/projects/x/download')).bytes.equals(reply.bytes)).toBe(true);
    });

    it('leaves the sitemap out, which names the address of the service', async () => {
      const sitemap =
        '<urlset>\n<url><loc>index.html</loc></url> <url><loc>a.html</loc></url> </urlset>';
      await addProject(world().platform, { name: 'x' }, { ...site, 'sitemap.xml': sitemap });
      const reply = await load('/api/projects/x/download');
      const names = readTar(gunzipSync(reply.bytes)).map(({ name }) => name);
      expect(names).toContain('x/index.html');
      expect(names.filter((name) => name.includes('sitemap'))).toEqual([]);
      const served = await get('/docs/x/sitemap.xml', { ...asAdmin, host: 'docs.example' });
      expect(served.headers['content-type']).toBe('application/xml; charset=utf-8');
      expect(served.text.match(/<loc>[^<]*/g)).toEqual([
        '<loc>http://docs.example/docs/x/',
        '<loc>http://docs.example/docs/x/a.html',
      ]);
      const etag = String(served.headers.etag);
      const elsewhere = { ...asAdmin, host: 'other.example', 'if-none-match': etag };
      expect((await get('/docs/x/sitemap.xml', elsewhere)).status).toBe(200);
      await addProject(world().platform, { name: 'without' }, site);
      expect((await get('/docs/without/sitemap.xml')).status).toBe(404);
    });

    it('of what was never finished is 400, while the next is made the earlier one', async () => {
      await addProject(world().platform, { name: 'unmade' });
      const detail = `Project 'unmade' is not ready (status: error)`;
      expect(said(await get('/api/projects/unmade/download'))).toEqual([400, { detail }]);
      await addProject(world().platform, { name: 'y', status: 'generating' }, site);
      expect((await load('/api/projects/y/download')).status).toBe(200);
    });
  });

  describe('progress', () => {
    it('comes after a cursor, and the next entry as it happens', async () => {
      const { platform } = world();
      const generation = await addRunning(platform, 'x');
      await appendProgress(platform, generation, { stage: 'planning' });
      const first = (await get('/api/projects/x/progress')).json() as { cursor: number };
      expect(first).toMatchObject({ generation, status: 'generating', cursor: 1 });
      const waiting = get(`/api/projects/x/progress?after=1&wait=20&generation=${generation}`);
      await appendProgress(platform, generation, { stage: 'generating_pages', pages_done: 3 });
      expect((await waiting).json()).toMatchObject({
        cursor: 2,
        entries: [{ stage: 'generating_pages', pages_done: 3 }],
      });
      // A cursor of another generation counts for nothing.
      const other = await get('/api/projects/x/progress?after=2&generation=gen_other');
      expect((other.json() as { entries: object[] }).entries).toHaveLength(2);
    });

    it.each(['after=-1', 'after=x', 'wait=21', 'wait=1.5'])('with %s is 422', async (query) => {
      expect((await get(`/api/projects/x/progress?${query}`)).status).toBe(422);
    });
  });
});
