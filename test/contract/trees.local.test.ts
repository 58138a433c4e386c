import { join } from 'node:path';
import { localTrees } from '#core/platform/adapters/local/trees.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { treesContract } from './trees-suite.ts';

treesContract('folders', async () => {
  const folder = await temporaryFolder();
  return {
    open: () => localTrees({ directory: join(folder.path, 'trees') }),
  };
});
