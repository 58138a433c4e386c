import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { blobsContract } from './blobs-suite.ts';

blobsContract('files', async () => {
  const { path: directory } = await temporaryFolder();
  return { blobs: localBlobs({ directory }) };
});
