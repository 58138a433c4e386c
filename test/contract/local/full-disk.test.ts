import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { keptPrograms } from '#core/platform/adapters/local/programs/kept-programs.ts';
import { streamOf, textOf } from '#test/support/bytes.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('blobs: no room', () => {
  it('a limit on the size of files is a clear error, and work goes on (R7)', async () => {
    const folder = await temporaryFolder();
    const { lines, errors } = await runChild('processes/files-child.ts', ['starve', folder.path], {
      maxFileBlocks: 500,
    });
    expect(errors).toBe('');
    expect(lines).toEqual([expect.stringMatching(/^unavailable: .*limit.*\(EFBIG\)$/), 'went on']);
    const blobs = localBlobs({ directory: join(folder.path, 'blobs') });
    expect(await textOf(await blobs.get('file'))).toBe('new');
  });

  it.runIf(canMount())('a full disk is a clear error, and work goes on (R7)', async () => {
    const folder = await temporaryFolder();
    const disk = join(folder.path, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    try {
      const blobs = localBlobs({ directory: join(disk, 'blobs') });
      await blobs.put('file', 'old');
      for (const body of [streamOf(5_000_000), 'x'.repeat(5_000_000)]) {
        const failure = await expectFailure(blobs.put('file', body), 'unavailable');
        expect(failure.message).toBe('The disk is full: free some space (ENOSPC)');
      }
      expect(await textOf(await blobs.get('file'))).toBe('old');
      await blobs.put('file', 'new');
      expect(await textOf(await blobs.get('file'))).toBe('new');
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });
});

describe('programs: no room', () => {
  it.runIf(canMount())('a full disk is an error, and work goes on (R7)', async () => {
    const folder = await temporaryFolder();
    const disk = join(folder.path, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk]);
    const programs = keptPrograms({ directory: join(disk, 'calls'), clock: systemClock() });
    const run = () =>
      programs.run({
        ...{ program: '/bin/sh', arguments: ['-c', 'head -c 200000 /dev/zero | tr "\\0" x'] },
        ...{ directory: folder.path, environment: { PATH: '/usr/bin:/bin' } },
        ...{ input: 'prompt', timeoutMilliseconds: 30_000 },
        keep: { name: 'a1', work: 'gen_1' },
      });
    try {
      // Room for the question, not for the answer.
      writeFileSync(join(disk, 'filling'), Buffer.alloc(400_000));
      expect(await run()).not.toMatchObject({ end: 'exited', code: 0 });
      await programs.release({ name: 'a1', work: 'gen_1' });
      rmSync(join(disk, 'filling'));
      expect((await run()).stdout).toHaveLength(200_000);
    } finally {
      programs.close();
      execFileSync('umount', ['-l', disk]);
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
