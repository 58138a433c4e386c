import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { awsBlobs } from '#core/platform/adapters/aws/blobs.ts';
import { awsTrees } from '#core/platform/adapters/aws/trees.ts';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { expect } from 'vitest';
import { treesContract } from './trees-suite.ts';

onFirstBackend(({ backend, bucket, clients }) => {
  treesContract(`S3 on ${backend.services.s3}`, async () => {
    const folder = await temporaryFolder();
    const blobs = awsBlobs({ s3: () => clients().s3(), bucket });
    const directory = join(folder.path, 'trees');
    return {
      open: () => awsTrees({ blobs, directory }),
      async close() {
        // What was unpacked goes when the last one closes.
        const left = readdirSync(folder.path).flatMap(() => readdirSync(directory));
        expect(left.filter((name) => name !== 'empty')).toEqual([]);
        await blobs.deletePrefix('trees/');
        await folder.remove();
      },
    };
  });
});
