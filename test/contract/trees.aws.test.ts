import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { awsBlobs } from '#core/platform/adapters/aws/blobs/blobs.ts';
import { openAws } from '#core/home/open-aws.ts';
import { awsTrees } from '#core/platform/adapters/aws/trees/trees.ts';
import { atEnd } from '#test/support/at-end.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { expect, it } from 'vitest';
import { treesContract } from './trees-suite.ts';

onBackend(({ backend, bucket, clients }) => {
  it('compares files by its index', async () => {
    const folder = await temporaryFolder();
    const blobs = awsBlobs({ s3: () => clients().s3(), bucket });
    const directory = join(folder.path, 'trees');
    const from = join(folder.path, 'clone');
    mkdirSync(from);
    writeFileSync(join(from, 'a.txt'), 'one\ntwo\n');
    const trees = awsTrees({ blobs, directory });
    await trees.keep('x', from);
    const tree = await trees.open('x');
    const hash = '814f4a422927b82f5f8a43f8fab6d3839e3983f2';
    expect([await tree?.hash('a.txt'), await tree?.lines('a.txt')]).toEqual([hash, 2]);
    expect([await tree?.hash('b.txt'), await tree?.lines('b.txt')]).toEqual([undefined, undefined]);
    expect(existsSync(directory)).toBe(false);
    await tree?.close();
    await trees.forget('x');
    expect(await Array.fromAsync(blobs.list('trees/'))).toEqual([]);
  });

  it('are unpacked where a task shares its files with the agent service', async () => {
    const folder = await temporaryFolder();
    const from = join(folder.path, 'clone');
    mkdirSync(from);
    writeFileSync(join(from, 'a.txt'), 'one');
    const shared = join(folder.path, 'shared');
    const { trees } = openAws({
      environment: { LANTERN_TABLE: 'none', LANTERN_BUCKET: bucket, LANTERN_TREES: shared },
      clients: clients(),
    });
    await trees.keep('shared', from);
    const tree = await trees.open('shared');
    expect(await tree?.directory()).toMatch(join(shared, 'lantern-trees/shared-'));
    await tree?.close();
    await trees.forget('shared');
  });

  treesContract(`S3 on ${backend.services.s3}`, async () => {
    const folder = await temporaryFolder();
    const blobs = awsBlobs({ s3: () => clients().s3(), bucket });
    const directory = join(folder.path, 'trees');
    atEnd(async () => {
      // What was unpacked goes when the last one closes.
      expect(readdirSync(folder.path).flatMap(() => readdirSync(directory))).toEqual([]);
      await blobs.deletePrefix('trees/');
    });
    return { open: () => awsTrees({ blobs, directory }) };
  });
});
