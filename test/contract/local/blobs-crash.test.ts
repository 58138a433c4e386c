import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { textOf } from '#test/support/bytes.ts';
import { runChild } from '#test/support/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const files = ['index.html', 'assets/x'];

describe('blobs: a process that is killed', () => {
  let directory: string;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ path: directory, remove } = await temporaryFolder());
  });
  afterEach(() => remove());

  const publishedVersions = async (blobs: Blobs) => {
    const now = await blobs.published('x/site/');
    const texts = files.map(async (file) => textOf(await blobs.get(`${now}${file}`)));
    return [...new Set(await Promise.all(texts))];
  };
  const stage = async (blobs: Blobs, version: string) => {
    for (const file of files) await blobs.put(`staged/${file}`, version);
  };
  const leftovers = () =>
    readdirSync(`${directory}/.lantern`, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name);

  it('keeps what it acknowledged, whole, and leaves no parts behind (R1)', async () => {
    let next = 1;
    for (const killAfter of [1, 2, 5, 9, 14]) {
      const parameters = ['put', directory, String(next)];
      const { lines, signal } = await runChild('files-child.ts', parameters, { killAfter });
      expect(signal).toBe('SIGKILL');
      const blobs = localBlobs({ directory });
      const text = (await textOf(await blobs.get('a/file'))) ?? '';
      const version = Number(text.slice(0, 8));
      expect(text).toBe(text.slice(0, 8).repeat(30_000));
      expect(version).toBeGreaterThanOrEqual(Number(lines.at(-1)));
      expect((await blobs.list('')).entries.map(({ key }) => key)).toEqual(['a/file']);
      expect(leftovers()).toEqual([]);
      next = version + 1;
    }
  });

  it('shows the published content it acknowledged, or the one after it (R1)', async () => {
    let next = 1;
    for (const killAfter of [1, 2, 5, 9, 14]) {
      const parameters = ['publish', directory, String(next)];
      const { lines } = await runChild('files-child.ts', parameters, { killAfter });
      const blobs = localBlobs({ directory });
      const versions = await publishedVersions(blobs);
      expect(versions).toHaveLength(1);
      expect(Number(versions[0])).toBeGreaterThanOrEqual(Number(lines.at(-1)));
      await stage(blobs, '0');
      await blobs.publish('x/site/', 'staged/');
      // Two versions and the link: what kills left over is gone.
      expect(readdirSync(`${directory}/x`)).toHaveLength(3);
      next = Number(versions[0]) + 1;
    }
  });

  it.each([
    ['a publish', 'publish-once', []],
    ['a publish that keeps most', 'publish-kept', ['0', '8']],
  ])(
    'killed before any step of %s, shows old or new and can repeat it (R1)',
    async (_, job, keep) => {
      const shown = new Set<string>();
      for (let at = 1; ; at++) {
        const blobs = localBlobs({ directory });
        await stage(blobs, 'old');
        await blobs.publish('x/site/', 'staged/');
        await stage(blobs, 'new');
        const parameters = [job, directory, String(at)];
        const { lines, signal, errors } = await runChild('files-child.ts', parameters);
        expect({ errors, ended: signal ?? lines.join() }).toEqual({
          errors: '',
          ended: signal ? 'SIGKILL' : 'published',
        });
        const reopened = localBlobs({ directory });
        const [version = '', ...others] = await publishedVersions(reopened);
        expect(others).toEqual([]);
        expect(['old', 'new']).toContain(version);
        shown.add(version);
        if (version === 'old') await reopened.publish('x/site/', 'staged/', { keep });
        expect(await publishedVersions(reopened)).toEqual(['new']);
        expect((await reopened.list('')).entries).toEqual([]);
        if (signal === null) break;
      }
      expect(shown).toEqual(new Set(['old', 'new']));
    },
  );

  it('killed before any step of a put, has it or not (R1)', async () => {
    const seen = new Set<string | undefined>();
    for (let at = 1; ; at++) {
      const parameters = ['put-once', directory, String(at)];
      const { signal } = await runChild('files-child.ts', parameters);
      const blobs = localBlobs({ directory });
      seen.add(await textOf(await blobs.get('a/b/file')));
      expect(leftovers()).toEqual([]);
      await blobs.put('a/b/file', 'repeated');
      expect((await blobs.list('')).entries.map(({ key }) => key)).toEqual(['a/b/file']);
      await blobs.deletePrefix('a/');
      if (signal === null) break;
    }
    expect(seen).toEqual(new Set([undefined, 'new']));
  });
});
