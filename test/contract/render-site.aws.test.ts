import { describe, expect, it } from 'vitest';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { openSites, sourceOf } from '#test/support/site-world.ts';

onFirstBackend(({ clients, bucket }) => {
  describe('a site on S3', () => {
    it('is rendered, changed and rendered again', async () => {
      const blobs = awsBlobs({ s3: () => clients().s3(), bucket });
      const { render, read, written, paths, close } = await openSites({ blobs });
      const pages = { one: '# One\n\n[Two](two.md#part)\n', two: '# Two\n\n## Part\n' };
      await render(sourceOf(pages));
      const before = await paths();
      expect(await read('one.html')).toContain('<a href="two.html#part">Two</a>');
      await render(sourceOf(pages));
      expect(written()).toEqual([]);
      const report = await render(sourceOf({ ...pages, two: '# Two\n\n## Other é\n' }));
      expect(report).toMatchObject({ deadLinks: [{ page: 'one' }] });
      expect(await read('one.html')).toContain('<p>Two</p>');
      expect(await read('llms-full.txt')).toContain(
        '\n---\n\nSource: two.md\n\n# Two\n\n## Other é\n',
      );
      expect(await read('one.md')).toBe(pages.one);
      expect(await paths()).toEqual(before);
      await close();
    });
  });
});
