import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generations, projects } from '#core/docs/tables.ts';
import { asAdmin } from '#test/support/actors.ts';
import { appendProgress } from '#test/support/append-progress.ts';
import { addRunning } from '#test/support/running-generation.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocal, onLocalIn, openWorld } from '#test/support/world.ts';
import { addProject } from '#test/support/add-project.ts';
import { docsProjectsSuite } from './docs-projects-suite.ts';

describe('projects on SQLite and files', () => {
  docsProjectsSuite(onLocal);

  it.each([
    ['secret.html', '/etc/passwd', 'secret.html', 403],
    ['assets/deep', '/etc', 'assets/deep/passwd', 403],
    ['none.html', '/nowhere/at/all', 'none.html', 404],
    ['round.html', 'round.html', 'round.html', 404],
    ['inside.html', 'a.html', 'inside.html', 404],
    ['inside', 'assets', 'inside/style.css', 404],
  ])('%s → %s in a site: %s is %i (S3, S5)', async (path, target, asked, status) => {
    const folder = await temporaryFolder();
    const world = await openWorld(onLocalIn(folder.path), 'docs');
    try {
      const files = { 'a.html': 'page a', 'assets/style.css': 'p{}' };
      await addProject(world.platform, { name: 'x' }, files);
      const prefix = await world.platform.blobs.published('projects/x/site/');
      symlinkSync(target, join(folder.path, prefix ?? '', path));
      const headers = { ...asAdmin };
      const reply = await world.send({ path: `/docs/x/${asked}`, headers });
      const detail = status === 403 ? 'Access denied' : 'File not found';
      expect([reply.status, reply.json()]).toEqual([status, { detail }]);
      const part = { ...asAdmin, range: 'bytes=0-3' };
      expect((await world.send({ path: `/docs/x/${asked}`, headers: part })).status).toBe(status);
      expect((await world.send({ path: '/docs/x/a.html', headers })).text).toBe('page a');
    } finally {
      await world.close();
      await folder.remove();
    }
  });

  it.each(['/', '/projects/x'])('%s shows each page of a generation as it comes', async (path) => {
    const world = await openWorld(onLocal, 'docs');
    try {
      const { platform, clock } = world;
      const generation = await addRunning(platform, 'x');
      let source = path;
      const read = async () => {
        const { text } = await world.send({ path: source, headers: asAdmin });
        const found = /id="project(?:s)?"[^>]*src="([^"]+)"/.exec(text)?.[1] ?? '';
        source = found.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
        return text;
      };
      await read();
      for (const page of ['Overview', 'Settings', 'Commands']) {
        let isOver = false;
        const next = read().finally(() => (isOver = true));
        // There is no answer before there is something new.
        await world.send({ path: '/health' });
        expect(isOver).toBe(false);
        const counts = { stage: 'generating_pages', pages_done: 1, pages_total: 9 } as const;
        await appendProgress(platform, generation, { ...counts, page });
        expect(await next).toContain(page);
      }
      // Nothing for a while is an answer as well.
      let isOver = false;
      const quiet = read().finally(() => (isOver = true));
      while (!isOver) {
        await clock.advance(10_000);
        await world.send({ path: '/health' });
      }
      expect(await quiet).toContain('Commands');
      // After the last entry there is nothing to wait for but the record.
      await appendProgress(platform, generation, { ended: 'ready' });
      await read();
      expect(await read()).toContain('Generating');
    } finally {
      await world.close();
    }
  });

  it('shows the site that is there while a new one is generated', async () => {
    const world = await openWorld(onLocal, 'docs');
    try {
      const { records } = world.platform;
      const planOf = (title: string) =>
        JSON.stringify({
          project_name: 'x',
          tagline: '',
          navigation: [{ group: 'All', pages: [{ slug: title, title, description: '' }] }],
        });
      await addRunning(world.platform, 'x');
      await records.update(
        generations,
        { id: 'gen_admin_x' },
        {
          ...{ status: 'ready', pages: 7, plan_json: planOf('old'), report: { pages: [] } },
        },
      );
      await addProject(world.platform, { name: 'x' }, { 'index.html': 'x' });
      const key = { owner: 'admin', name: 'x' };
      for (const status of ['generating', 'error'] as const) {
        await records.update(projects, key, { status, page_count: 0, plan_json: planOf('new') });
        const text = (await world.send({ path: '/projects/x', headers: asAdmin })).text;
        expect(text).toContain('href="/docs/x/old.html"');
        expect(text).not.toContain('new.html');
        expect(text).toMatch(/<dt>Pages<\/dt>\s*<dd>7<\/dd>/);
        expect(text).toContain('Open site');
      }
    } finally {
      await world.close();
    }
  });

  it('are everybody’s to read when the operator says so', async () => {
    const world = await openWorld(onLocal, 'docs', { environment: { PUBLIC_DOCS: 'true' } });
    try {
      await addProject(world.platform, { name: 'x', owner: 'vic' }, { 'index.html': 'of vic' });
      const read = async (path: string) => (await world.send({ path })).status;
      expect(await read('/docs/x/')).toBe(200);
      expect(await read('/docs/x/?owner=vic')).toBe(200);
      expect(await read('/docs/x/?owner=admin')).toBe(404);
      expect(await read('/docs/x/../plan.json')).toBe(403);
      expect(await read('/api/projects/x')).toBe(401);
      const list = await world.send({ path: '/docs' });
      expect(list.status).toBe(200);
      expect(list.text).toContain('href="/docs/x/"');
      // Who owns it is said only where the name alone is not enough.
      expect(list.text).not.toMatch(/\bvic\b/);
      for (const [owner, month] of [
        ['wim', '04'],
        ['xia', '01'],
      ] as const) {
        const updated_at = `2026-${month}-01T00:00:00.000Z`;
        const content = { 'index.html': `of ${owner}` };
        await addProject(world.platform, { name: 'x', owner, updated_at }, content);
      }
      // Of several the one that changed last.
      expect((await world.send({ path: '/docs/x/' })).text).toBe('of wim');
      expect(await read('/api/projects/x/download')).toBe(401);
      expect(await read('/')).toBe(401);
      await addProject(world.platform, { name: 'x' }, { 'index.html': 'of the administrator' });
      expect((await world.send({ path: '/docs' })).text).toContain('href="/docs/x/?owner=vic"');
    } finally {
      await world.close();
    }
  });
});
