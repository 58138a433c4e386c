import { describe, expect, it } from 'vitest';
import { onLocal, openWorld } from '#test/support/world.ts';
import { addProject } from '#test/support/add-project.ts';
import { docsProjectsSuite } from './docs-projects-suite.ts';

describe('projects on SQLite and files', () => {
  docsProjectsSuite(onLocal);

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
      expect(await read('/api/projects/x/download')).toBe(401);
    } finally {
      await world.close();
    }
  });
});
