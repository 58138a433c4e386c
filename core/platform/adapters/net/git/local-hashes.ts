import { join } from 'node:path';
import type { Environment } from '../../../ports/environment.ts';
import { systemClock } from '../../local/clock.ts';
import { programRunner } from '../../local/programs/command-line.ts';
import { commonFolder, gitFolder } from './local.ts';
import { makeRepository } from './skeleton.ts';
import { isCommit } from './source.ts';

const run = programRunner({ clock: systemClock(), graceMilliseconds: 0 });
const timeoutMilliseconds = 60_000;
const control = /[\0-\x1f\x7f]/;
/** git ends at a path that is relative to where it runs. */
const relative = /^\.{1,2}(?:\/|$)/;

interface HashRequest {
  readonly directory: string;
  readonly commit: string;
  readonly paths: readonly string[];
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
  const paths = request.paths.filter((path) => !control.test(path) && !relative.test(path));
  const hashes = new Map<string, string>();
  const objects = join(await commonFolder(await gitFolder(directory)), 'objects');
  if (!isCommit(commit) || control.test(objects) || paths.length === 0) return hashes;
  await makeRepository(scratch);
  const { code, stdout } = await run({
    program: 'git',
    arguments: ['cat-file', '--batch-check=%(objecttype) %(objectname)'],
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
    input: paths.map((path) => `${commit}:${path}\n`).join(''),
    timeoutMilliseconds,
  });
  if (code !== 0) return hashes;
  for (const [at, line] of stdout.split('\n').entries()) {
    const hash = /^blob ([0-9a-f]{40})$/.exec(line)?.[1];
    const path = paths[at];
    if (hash !== undefined && path !== undefined) hashes.set(path, hash);
  }
  return hashes;
}
