import { localBlobs } from '#core/platform/adapters/local/blobs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { blobsContract } from './blobs-suite.ts';

blobsContract('files', async () => {
  const folder = temporaryFolder();
  return {
    blobs: localBlobs({ directory: folder.path }),
    close: async () => folder[Symbol.dispose](),
  };
});
