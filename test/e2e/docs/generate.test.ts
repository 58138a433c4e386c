import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFile } from '#core/docs/evidence/source-view.ts';
import { projectFiles } from '#core/docs/project-files.ts';
import { progressFeed, type Progress } from '#core/docs/progress.ts';
import { sweepDocs } from '#core/docs/projects/sweep.ts';
import { projects } from '#core/docs/tables.ts';
import { Failure } from '#core/platform/failure.ts';
import { asAdmin } from '#test/support/actors.ts';
import { openDocsWorld, readBlob, rules } from '#test/support/docs/docs-world.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';

const files = {
  'README.md': '# Sample\n\n```ts\nconst app = open();\nclose(app);\n```\n',
  'package.json': '{ "name": "shop-app", "version": "1.0.0" }',
  'src/app.ts': 'one\ntwo\nthree\n',
};
const admin = { owner: 'admin', name: 'sample' };

describe.each(homes())('generations on $name', ({ home }) => {
  const world = eachTest(() => openDocsWorld(home));

  describe('a generation', () => {
    it('ends with a site, its plan, its pages and its record', async () => {
      const sha = world().commit(files);
      for (const name of ['v1.9.0', 'v1.10.0', 'nightly']) world().tag(name);
      world().say(
        { task: { kind: 'plan' }, text: `Here:\n\`\`\`json\n${JSON.stringify(plan(7))}\n\`\`\`` },
        {
          task: { kind: 'page' },
          text: 'Sure!\n# {{title}}\n\nSee `src/app.ts:2`, `src/app.ts:9` and [more](page-2.md).\n\nUSED FILES:\n- README.md\n',
        },
      );
      const reply = await world().post();
      expect([reply.status, reply.json()]).toEqual([
        202,
        { project: 'sample', status: 'generating' },
      ]);
      expect(await world().ended()).toMatchObject({
        ...admin,
        repo_url: world().url,
        status: 'ready',
        last_commit_sha: sha,
        last_generated: '2026-03-01T12:00:00.000Z',
        page_count: 7,
        error_pages: 0,
        error_message: null,
        current_stage: null,
        plan_json: JSON.stringify(plan(7)),
        ai_provider: 'provider_a',
        ai_model: 'sonnet',
        branch: null,
      });
      // The addresses of this host are not known: the site shows the file itself.
      const source = sourceFile('src/app.ts');
      const link = `${source}#L2`;
      const text = (more: string) => `# Page 3\n\nSee ${more} and [more](page-2.md).\n`;
      expect(await world().published('page-3.md')).toBe(text(`[\`src/app.ts:2\`](${link}),`));
      // What the tree and the tags tell of the project.
      const home = await world().published('index.html');
      expect(home).toContain('<code>npm install shop-app</code>');
      expect(home).toContain('<span class="version">v1.10.0</span>');
      expect(home).toMatch(/<code class="language-ts"><span class="pl-k">const<\/span>/);
      // The addresses of this host are not known.
      expect(home).toContain('<code>README.md:4</code>');
      expect(home).not.toContain(`${world().url}/blob/`);
      expect(await world().published(source)).toContain('<span class="line" id="L2"');
      const kept = projectFiles(admin);
      expect(await readBlob(world().platform, kept.page('page-3'))).toBe(
        text('`src/app.ts:2`, `src/app.ts:9`'),
      );
      const saved = await readBlob(world().platform, kept.plan);
      expect(JSON.parse(saved ?? '')).toEqual(plan(7));
      // One question for the plan and one for each page, and each page knows the others.
      const asked = world().calls();
      expect(asked).toHaveLength(8);
      expect(asked.at(-1)?.prompt).toContain('page-7.md: Page 7');
      const [generation] = await world().history();
      expect(generation).toMatchObject({
        status: 'ready',
        commit_sha: sha,
        tags: ['v1.10.0', 'v1.9.0'].map((name) => ({ name, commit: sha })),
        pages: 7,
        report: { citations: 7, removed_citations: 7 },
      });
    });

    it('looks up at the commit what its pages name, also those out of the cache', async () => {
      const sha = world().commit({ ...files, 'a.ts': 'export function known() {}\n' });
      const text = '# {{title}}\n\nCall `known()` and `unknown()`.\n\nUSED FILES:\n- README.md\n';
      world().say(...rules(2, text));
      await world().post();
      await world().ended();
      const missing = [{ name: 'unknown', kind: 'identifier' }];
      const pages = ['page-1', 'page-2'].map((page) => ({ page, checked: 2, found: 1, missing }));
      const evidence = async (): Promise<unknown> =>
        JSON.parse((await world().published('evidence.json')) ?? '');
      expect(await evidence()).toEqual({ commit: sha, pages });
      const [first] = await world().history();
      expect(first?.report).toMatchObject({
        names: {
          ...{ checked: 4, found: 2 },
          missing: pages.map(({ page }) => ({ page, ...missing[0] })),
        },
      });
      const next = world().commit({ ...files, 'a.ts': 'known; unknown;\n' });
      await world().post();
      await world().ended();
      const all = pages.map(({ page }) => ({ page, checked: 2, found: 2, missing: [] }));
      expect(await evidence()).toEqual({ commit: next, pages: all });
      expect(world().calls()).toHaveLength(4);
    });

    it('tells who watches where it stands', async () => {
      world().commit(files);
      world().say(...rules(6));
      await world().post();
      const { generation } = await world().ended();
      const feed = progressFeed(generation ?? '');
      const entries = await world().platform.feed.read(feed);
      const told = entries.map(({ body }) => JSON.parse(body) as Progress);
      const stages = [...new Set(told.map(({ stage }) => stage))];
      expect(stages).toEqual(['cloning', 'planning', 'generating_pages', 'rendering']);
      expect(told.at(-1)).toMatchObject({
        pages_done: 6,
        pages_total: 6,
        ended: 'ready',
        message: null,
        input_tokens: null,
        cost_usd: null,
      });
      const titles = new Set(told.map(({ page }) => page).filter((page) => page !== null));
      expect(titles.size).toBe(6);
    });

    it('shows the logo of the repository on the home of the site, which has the file', async () => {
      const logo = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';
      world().commit({ 'README.md': '![The logo](img/brand.svg)\n', 'img/brand.svg': logo });
      world().say(...rules(1));
      await world().post();
      await world().ended();
      expect(await world().published('assets/logo.svg')).toBe(logo);
      const home = await world().published('index.html');
      expect(home).toMatch(/<img class="logo" src="assets\/logo\.svg\?v=[0-9a-f]{16}" alt="" \/>/);
      world().commit({
        'README.md': '![The logo](img/brand.svg)\n',
        'img/brand.svg': `${logo}<script>`,
      });
      await world().post();
      await world().ended();
      expect(await world().published('assets/logo.svg')).toBeUndefined();
      expect(await world().published('index.html')).not.toContain('class="logo"');
    });

    it('is followed by one more for the requests with `queue` that come while it runs', async () => {
      const before = world().commit(files);
      const gate = join(world().folder, 'gate');
      const page = { task: { kind: 'page' }, text: '# {{title}}' };
      world().say({ task: { kind: 'plan' }, json: plan(1), gate }, page);
      const queue = () => world().post({ repo_url: world().url, queue: true });
      expect((await queue()).json()).toEqual({ project: 'sample', status: 'generating' });
      await world().until(() => world().calls().length === 1);
      const after = world().commit({ ...files, 'new.md': 'New\n' });
      const replies = await Promise.all([queue(), queue(), queue()]);
      expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(replies[0]?.json()).toEqual({ project: 'sample', status: 'queued' });
      expect((await world().post()).status).toBe(409);
      writeFileSync(gate, '');
      const both = async () => (await world().history()).map((row) => [row.status, row.commit_sha]);
      const isReady = async () =>
        (await both()).filter(([status]) => status === 'ready').length === 2;
      await world().until(isReady);
      expect((await world().ended()).queued).toBe(null);
      const expected = [before, after].map((sha) => ['ready', sha]);
      expect((await both()).sort()).toEqual(expected.sort());
    });

    it('that was queued begins although the process died, or the disk was full, between the two (R1, R7)', async () => {
      world().commit(files);
      world().say(...rules(1));
      await world().post();
      await world().ended();
      const { platform } = world();
      const queued = {
        request: { repo_url: world().url, force: false, queue: true },
        caller: { username: 'admin', role: 'admin', isAdmin: true },
      };
      await platform.records.update(projects, admin, { queued });
      const full = new Failure('unavailable', 'storage_full', 'The disk is full');
      const records = { ...platform.records, insert: () => Promise.reject(full) };
      await sweepDocs({ ...platform, records }).catch(() => undefined);
      await Promise.all([sweepDocs(platform), sweepDocs(platform)]);
      await world().ended();
      expect(await world().history()).toHaveLength(2);
      // The user has been removed: nothing is generated, also not later.
      const caller = { ...queued.caller, userId: 4711 };
      await platform.records.update(projects, admin, { queued: { ...queued, caller } });
      await sweepDocs(platform);
      // The last step of the generation before may be at it too.
      await world().until(
        async (row) => row.queued === null && (await world().history()).length === 2,
      );
    });

    it('has at most five pages in work at once', async () => {
      world().commit(files);
      const gate = join(world().folder, 'gate');
      world().say(
        { task: { kind: 'plan' }, json: plan(12) },
        { task: { kind: 'page' }, text: '# {{title}}', gate },
      );
      await world().post();
      const pages = () => world().calls().length - 1;
      await world().until(() => pages() === 5);
      // Whoever could begin another page would do so now.
      await world().clock.advance(1_000);
      expect(pages()).toBe(5);
      writeFileSync(gate, '');
      expect(await world().ended()).toMatchObject({ status: 'ready', page_count: 12 });
    });
  });

  describe('a second generation', () => {
    async function generated(count = 3, page?: string) {
      world().commit(files);
      world().say(...rules(count, page));
      await world().post();
      const row = await world().ended();
      return { row, asked: world().calls().length };
    }

    it('of the same commit asks nobody and keeps what is there', async () => {
      const { row, asked } = await generated();
      await world().clock.advance(60_000);
      expect((await world().post()).status).toBe(202);
      const again = await world().ended();
      expect(again).toMatchObject({
        error_message: null,
        status: 'ready',
        page_count: 3,
        current_stage: 'up_to_date',
      });
      expect(again.last_generated).not.toBe(row.last_generated);
      expect(again.last_commit_sha).toBe(row.last_commit_sha);
      expect(world().calls()).toHaveLength(asked);
      expect(await world().published('page-1.md')).toContain('# Page 1');
    });

    it('writes only pages anew whose files or entries changed', async () => {
      const named = { 'x/new.ts': '1\n', 'x/old.ts': '1\n' };
      world().commit({ ...files, 'b.ts': '1\n', 'c.ts': '1\n', ...named });
      const pages = (b: string) => [
        { task: { slug: 'page-1' }, text: '# One\n\nUSED FILES:\n- src/app.ts\n' },
        { task: { slug: 'page-2' }, text: `# ${b}\n\nUSED FILES:\n- b.ts\n` },
        { task: { slug: 'page-3' }, text: '# Three\n\nUSED FILES:\n- c.ts\n- imagined.ts\n' },
        { task: { slug: 'page-4' }, text: '# Four\n' },
        { task: { slug: 'page-5' }, text: '# Five\n\nUSED FILES:\n- c.ts\n' },
        {
          task: { slug: 'page-6' },
          text: '# Six\n\n`x/old.ts` `x/no.ts`\n\nUSED FILES:\n- c.ts\n',
        },
        { task: { slug: 'page-7' }, text: '# Seven\n\n`x/new.ts`\n\nUSED FILES:\n- c.ts\n' },
        { task: { kind: 'page' }, text: '# New\n' },
      ];
      world().say({ task: { kind: 'plan' }, json: plan(7) }, ...pages('Two'));
      await world().post();
      await world().ended();
      const before = world().calls().length;
      const sha = world().commit({ ...files, 'b.ts': '2\n', 'c.ts': '1\n', 'x/new.ts': '2\n' });
      const later = JSON.parse(JSON.stringify(plan(8)).replace('What is 5', 'Why 5')) as object;
      world().say({ task: { kind: 'plan' }, json: later }, ...pages('Two anew'));
      await world().post();
      expect(await world().ended()).toMatchObject({ status: 'ready', last_commit_sha: sha });
      const asked = world().calls().slice(before);
      // The plan, and all pages but the first and one that names a file that is still there.
      expect(asked).toHaveLength(7);
      expect(asked[0]?.prompt).toContain('published now');
      const { generation } = await world().ended();
      const rows = await world().history();
      expect(rows.find(({ id }) => id === generation)).toMatchObject({
        reused_pages: 2,
        report: {
          pages: [
            { slug: 'page-1', result: 'reused', reason: 'the files it uses are unchanged' },
            { slug: 'page-2', result: 'written', reason: 'files it uses changed' },
            { slug: 'page-3', reason: 'the files it was written from are not known' },
            { slug: 'page-4', reason: 'the files it was written from are not known' },
            { slug: 'page-5', result: 'written', reason: 'its plan entry changed' },
            { slug: 'page-6', result: 'written', reason: 'files it uses changed' },
            { slug: 'page-7', result: 'reused' },
            { slug: 'page-8', result: 'written', reason: 'not written before' },
          ],
        },
      });
      expect(await world().published('page-1.md')).toBe('# One\n');
      expect(await world().published('page-2.md')).toBe('# Two anew\n');
    });

    it('after one that failed uses the pages that it had', async () => {
      world().commit(files);
      world().say(
        { task: { kind: 'plan' }, json: plan(3) },
        { task: { slug: 'page-3' }, hang: true },
        { task: { kind: 'page' }, text: '# {{title}}' },
      );
      await world().post();
      await world().until(() => world().calls().length === 4);
      await world().until(async ({ page_count }) => {
        await world().clock.advance(500);
        return page_count === 2;
      });
      await world().send({
        method: 'POST',
        path: '/api/projects/sample/abort',
        headers: asAdmin,
      });
      await world().ended();
      // The step notices, and the command gets its grace.
      for (let second = 0; second < 4; second += 1) await world().clock.advance(1_000);
      const before = world().calls().length;
      world().say(...rules(3));
      await world().post();
      expect(await world().ended()).toMatchObject({ status: 'ready', page_count: 3 });
      expect(world().calls().slice(before)).toHaveLength(1);
    });
  });
});
