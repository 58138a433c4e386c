import { join } from 'node:path';
import { Failure } from '../../../failure.ts';
import type { Environment } from '../../../ports/environment.ts';
import { systemClock } from '../../local/clock.ts';
import { programRunner } from '../../local/programs/command-line.ts';
import { commonFolder, gitFolder } from './local.ts';
import { makeRepository } from './skeleton.ts';
import { isCommit } from './source.ts';

const run = programRunner({ clock: systemClock(), graceMilliseconds: 0 });
const timeoutMilliseconds = 60_000;
const control = /[\0-\x1f\x7f]/;
/** A small tree may hold itself many times. */
const maxFiles = 500_000;

interface HashRequest {
  readonly directory: string;
  readonly commit: string;
  /** An empty folder. */
  readonly scratch: string;
  readonly environment: Environment;
}

/**
 * The hashes of files as they are committed. git runs in an empty repository of ours that borrows
 * the objects: the configuration of the other one, which could name commands, is never read.
 */
export async function localHashes(request: HashRequest): Promise<ReadonlyMap<string, string>> {
  const { directory, commit, scratch, environment } = request;
  const hashes = new Map<string, string>();
  const objects = join(await commonFolder(await gitFolder(directory)), 'objects');
  const text = `git cannot list the files of commit ${commit} in ${directory}`;
  const unreadable = () => new Failure('upstream', 'unreadable_commit', text);
  if (!isCommit(commit) || control.test(objects)) throw unreadable();
  await makeRepository(scratch);
  let rest = '';
  const options = {
    program: 'git',
    arguments: ['ls-tree', '-r', '-z', '--full-tree', commit],
    directory: scratch,
    environment: {
      PATH: environment['PATH'] ?? '',
      LC_ALL: 'C',
      HOME: scratch,
      GIT_DIR: join(scratch, '.git'),
      // A quoted path may hold a colon.
      GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects),
      GIT_ALLOW_PROTOCOL: '',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_TERMINAL_PROMPT: '0',
    },
    input: '',
    timeoutMilliseconds,
  };
  const { code } = await run(options, (chunk) => {
    const entries = (rest + chunk.toString('latin1')).split('\0');
    rest = entries.pop() ?? '';
    for (const entry of entries) {
      const [, hash, path = ''] = /^100\d{3} blob ([0-9a-f]{40})\t(.+)$/s.exec(entry) ?? [];
      if (hash !== undefined) hashes.set(Buffer.from(path, 'latin1').toString(), hash);
    }
    return hashes.size <= maxFiles;
  });
  if (code !== 0) throw unreadable();
  return hashes;
}
