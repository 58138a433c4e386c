import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { localFeed } from '#core/platform/adapters/local/feed.ts';
import { streamOf, textOf } from '#test/support/bytes.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { runChild } from '#test/support/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('blobs and feeds: no room', () => {
  it('a limit on the size of files is a clear error, and work goes on (R7)', async () => {
    const folder = await temporaryFolder();
    const { lines, errors } = await runChild('files-child.ts', ['starve', folder.path], {
      maxFileBlocks: 500,
    });
    expect(errors).toBe('');
    expect(lines).toEqual([
      expect.stringMatching(/^unavailable: .*limit.*\(EFBIG\)$/),
      expect.stringMatching(/^unavailable: .*limit.*\(EFBIG\)$/),
      'went on',
    ]);
    const blobs = localBlobs({ directory: join(folder.path, 'blobs') });
    expect(await textOf(await blobs.get('file'))).toBe('new');
    const feed = localFeed({ directory: join(folder.path, 'feeds'), clock: systemClock() });
    expect((await feed.read('log')).map(({ body }) => body)).toEqual(['old', 'new']);
    await folder.remove();
  });

  it.runIf(canMount())('a full disk is a clear error, and work goes on (R7)', async () => {
    const folder = await temporaryFolder();
    const disk = join(folder.path, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    try {
      const blobs = localBlobs({ directory: join(disk, 'blobs') });
      const feed = localFeed({ directory: join(disk, 'feeds'), clock: systemClock() });
      await blobs.put('file', 'old');
      await feed.append('log', ['old']);
      for (const body of [streamOf(5_000_000), 'x'.repeat(5_000_000)]) {
        const failure = await expectFailure(blobs.put('file', body), 'unavailable');
        expect(failure.message).toBe('The disk is full: free some space (ENOSPC)');
      }
      const large = Array.from({ length: 10 }, () => 'x'.repeat(250_000));
      await expectFailure(feed.append('log', large), 'unavailable', 'storage_unavailable');
      expect(await textOf(await blobs.get('file'))).toBe('old');
      await blobs.put('file', 'new');
      await feed.append('log', ['new']);
      expect(await textOf(await blobs.get('file'))).toBe('new');
      expect((await feed.read('log')).map(({ body }) => body)).toEqual(['old', 'new']);
      await feed.close();
    } finally {
      execFileSync('umount', ['-l', disk]);
      await folder.remove();
    }
  });
});

/** Only root may mount, and not in every container. */
function canMount(): boolean {
  const path = `/tmp/lantern-mount-${process.pid}`;
  try {
    mkdirSync(path);
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', path], { stdio: 'ignore' });
    execFileSync('umount', [path]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}
