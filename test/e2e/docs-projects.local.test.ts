import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asAdmin } from '#test/support/actors.ts';
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
    } finally {
      await world.close();
    }
  });
});
