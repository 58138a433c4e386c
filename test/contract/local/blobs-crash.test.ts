import { mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import { textOf } from '#test/support/bytes.ts';
import { eachTest } from '#test/support/each-test.ts';
import { publishFiles } from '#test/support/docs/publish-files.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const files = ['index.html', 'assets/x'];

describe('blobs: a process that is killed', () => {
  const folder = eachTest(temporaryFolder);

  const publishedVersions = async (blobs: Blobs) => {
    const now = await blobs.published('x/site/');
    const texts = files.map(async (file) => textOf(await blobs.get(`${now}${file}`)));
    return [...new Set(await Promise.all(texts))];
  };
  const publish = (blobs: Blobs, text: string) => {
    const kept = Array.from({ length: 8 }, (_, at) => [`kept/${at}`, 'kept'] as const);
    const own = files.map((file) => [file, text] as const);
    return publishFiles(blobs, 'x/site/', {
      ...Object.fromEntries(kept),
      ...Object.fromEntries(own),
    });
  };
  it('keeps what it acknowledged, whole (R1)', async () => {
    let next = 1;
    for (const killAfter of [1, 2, 5, 9, 14]) {
      const parameters = ['put', folder().path, String(next)];
      const { lines, signal } = await runChild('processes/files-child.ts', parameters, {
        killAfter,
      });
      expect(signal).toBe('SIGKILL');
      const blobs = localBlobs({ directory: folder().path });
      const text = (await textOf(await blobs.get('a/file'))) ?? '';
      const version = Number(text.slice(0, 8));
      expect(text).toBe(text.slice(0, 8).repeat(30_000));
      expect(version).toBeGreaterThanOrEqual(Number(lines.at(-1)));
      expect((await Array.fromAsync(blobs.list(''))).map(({ key }) => key)).toEqual(['a/file']);
      next = version + 1;
    }
  });

  it('shows the published content it acknowledged, or the one after it (R1)', async () => {
    let next = 1;
    for (const killAfter of [1, 2, 5, 9, 14]) {
      const parameters = ['publish', folder().path, String(next)];
      const { lines } = await runChild('processes/files-child.ts', parameters, { killAfter });
      const blobs = localBlobs({ directory: folder().path });
      const versions = await publishedVersions(blobs);
      expect(versions).toHaveLength(1);
      expect(Number(versions[0])).toBeGreaterThanOrEqual(Number(lines.at(-1)));
      await publish(blobs, '0');
      // Two versions and the link: what kills left over is gone.
      expect(readdirSync(`${folder().path}/x`)).toHaveLength(3);
      next = Number(versions[0]) + 1;
    }
  });

  it('killed before any step of a publish, shows old or new and can repeat it (R1)', async () => {
    const shown = new Set<string>();
    for (let at = 1; ; at++) {
      await publish(localBlobs({ directory: folder().path }), 'old');
      const parameters = ['publish-once', folder().path, String(at)];
      const { lines, signal, errors } = await runChild('processes/files-child.ts', parameters);
      expect({ errors, ended: signal ?? lines.join() }).toEqual({
        errors: '',
        ended: signal ? 'SIGKILL' : 'published',
      });
      const blobs = localBlobs({ directory: folder().path });
      const [version = '', ...others] = await publishedVersions(blobs);
      expect(others).toEqual([]);
      expect(['old', 'new']).toContain(version);
      shown.add(version);
      await publish(blobs, 'new');
      expect(await publishedVersions(blobs)).toEqual(['new']);
      expect(readFileSync(`${folder().path}/x/site/index.html`, 'utf8')).toBe('new');
      await publish(blobs, 'newer');
      expect(readdirSync(`${folder().path}/x`)).toHaveLength(3);
      expect(await Array.fromAsync(blobs.list(''))).toEqual([]);
      if (signal === null) break;
    }
    expect(shown).toEqual(new Set(['old', 'new']));
  });

  it('leaves no parts behind for longer than a day', () => {
    localBlobs({ directory: folder().path });
    for (const name of ['old', 'young'])
      mkdirSync(`${folder().path}/.lantern/${name}/a`, { recursive: true });
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(`${folder().path}/.lantern/old`, yesterday, yesterday);
    localBlobs({ directory: folder().path });
    expect(readdirSync(`${folder().path}/.lantern`)).toEqual(['young']);
  });

  it('killed before any step of a put, has it or not (R1)', async () => {
    const seen = new Set<string | undefined>();
    for (let at = 1; ; at++) {
      const parameters = ['put-once', folder().path, String(at)];
      const { signal } = await runChild('processes/files-child.ts', parameters);
      const blobs = localBlobs({ directory: folder().path });
      seen.add(await textOf(await blobs.get('a/b/file')));
      await blobs.put('a/b/file', 'repeated');
      expect((await Array.fromAsync(blobs.list(''))).map(({ key }) => key)).toEqual(['a/b/file']);
      await blobs.deletePrefix('a/');
      if (signal === null) break;
    }
    expect(seen).toEqual(new Set([undefined, 'new']));
  });
});
