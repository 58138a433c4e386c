import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';

/** An empty folder, which is removed at the end. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(await realpath(tmpdir()), 'lantern-test-'));
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 5 });
  atEnd(remove);
  return { path, remove };
}
