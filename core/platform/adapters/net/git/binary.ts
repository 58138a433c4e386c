import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../../ports/environment.ts';
import type { ProgramResult } from '../../../ports/programs/programs.ts';
import { systemClock } from '../../local/clock.ts';
import { programRunner } from '../../local/programs/command-line.ts';
import {
  absentRef,
  GitError,
  tooBig,
  type GitEngine,
  type GitLimits,
  type GitTarget,
} from './engine.ts';
import { gitEnvironment } from './environment.ts';
import { makeRepository } from './skeleton.ts';
import { candidates, isCommit, tagPrefix } from './source.ts';

const pollMilliseconds = 200;
/** The signal carries the time limit of a clone. */
const noTimeout = 2 ** 31 - 1;
const run = programRunner({ clock: systemClock(), graceMilliseconds: 0 });

export function gitBinary(options: {
  environment: Environment;
  limits: GitLimits;
  emptyHome: string;
  certificateFile?: () => Promise<string | undefined>;
}): GitEngine {
  const { environment, limits, emptyHome, certificateFile } = options;

  async function prepare(target: GitTarget, directory: string, signal: AbortSignal) {
    const variables = gitEnvironment({
      target,
      environment,
      emptyHome,
      certificateFile: await certificateFile?.(),
    });
    return async (words: string[], onOutput?: (chunk: Buffer) => boolean, stop = signal) => {
      const result = await run(
        {
          program: 'git',
          arguments: words,
          directory,
          environment: variables,
          input: '',
          timeoutMilliseconds: noTimeout,
          signal: stop,
        },
        onOutput,
      );
      stop.throwIfAborted();
      if (result.end === 'too-large') throw tooBig();
      if (result.end !== 'exited') throw new GitError(`git was ${result.end}: ${result.stderr}`);
      return result;
    };
  }

  return {
    async clone(target, directory, signal) {
      const git = await prepare(target, directory, signal);
      await makeRepository(directory);
      const packs = watchSize(join(directory, '.git', 'objects', 'pack'), limits.bytes);
      try {
        const stop = AbortSignal.any([signal, packs.exceeded]);
        await firstThatExists(target, (name) =>
          git(['fetch', ...fetchOptions, '--', target.remote.url, name], undefined, stop),
        );
      } finally {
        packs.stop();
      }
      const counter = treeCounter(limits);
      succeed(await git(['ls-tree', '-r', '-l', '-z', '--full-tree', 'FETCH_HEAD'], counter));
      succeed(await git(['checkout', '--quiet', '--force', '--detach', 'FETCH_HEAD']));
      return (await readFile(join(directory, '.git', 'HEAD'), 'utf8')).trim();
    },

    async resolve(target, signal) {
      const names = candidates(target.ref);
      const [first = ''] = names;
      if (isCommit(first)) return first;
      const git = await prepare(target, emptyHome, signal);
      const patterns = [...names, ...names.map((name) => `${name}^{}`)];
      const result = await git(['ls-remote', '--quiet', '--', target.remote.url, ...patterns]);
      succeed(result);
      const shas = refsIn(result.stdout);
      for (const name of names) {
        // The peeled line of an annotated tag is the commit.
        const sha = shas.get(`${name}^{}`) ?? shas.get(name);
        if (sha !== undefined) return sha;
      }
      throw absentRef(names);
    },

    async head(target, signal) {
      const git = await prepare(target, emptyHome, signal);
      const words = ['ls-remote', '--quiet', '--symref', '--', target.remote.url, 'HEAD'];
      const result = await git(words);
      succeed(result);
      return /^ref: (\S+)\tHEAD$/m.exec(result.stdout)?.[1];
    },

    async tags(target, signal) {
      const git = await prepare(target, emptyHome, signal);
      const result = await git(['ls-remote', '--quiet', '--tags', '--', target.remote.url]);
      succeed(result);
      const shas = refsIn(result.stdout);
      return [...shas]
        .filter(([ref]) => ref.startsWith(tagPrefix) && !ref.endsWith('^{}'))
        .map(([ref, sha]) => ({
          name: ref.slice(tagPrefix.length),
          commit: shas.get(`${ref}^{}`) ?? sha,
        }));
    },
  };
}

/** Ids by name, of the output of ls-remote. */
function refsIn(output: string): ReadonlyMap<string, string> {
  const shas = new Map<string, string>();
  for (const line of output.split('\n')) {
    const [sha = '', name = ''] = line.split('\t');
    if (isCommit(sha)) shas.set(name, sha);
  }
  return shas;
}

const fetchOptions = [
  '--quiet',
  '--depth=1',
  '--no-tags',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
];

/** http.curloptResolve, which pins an address, exists since 2.37. */
export async function hasGitBinary(environment: Environment): Promise<boolean> {
  const { stdout } = await run({
    program: 'git',
    arguments: ['--version'],
    directory: '/',
    environment: { PATH: environment['PATH'] ?? '' },
    input: '',
    timeoutMilliseconds: 10_000,
  });
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? [];
  return major > 2 || (major === 2 && minor >= 37);
}

async function firstThatExists(
  target: GitTarget,
  attempt: (name: string) => Promise<ProgramResult>,
) {
  const names = candidates(target.ref);
  for (const [index, name] of names.entries()) {
    const result = await attempt(name);
    const absent = result.code !== 0 && /couldn't find remote ref/.test(result.stderr);
    if (absent && index < names.length - 1) continue;
    if (absent) throw absentRef(names);
    succeed(result);
    return;
  }
}

function succeed({ code, stderr }: ProgramResult) {
  if (code === 0) return;
  throw new GitError(stderr.trim() || `git ended with ${code ?? 'a signal'}`, statusIn(stderr));
}

function statusIn(stderr: string): number | undefined {
  const status = /returned error: (\d{3})\b/.exec(stderr)?.[1];
  if (status !== undefined) return Number(status);
  // For 401 and 404 git prints a sentence without the number.
  if (/could not read (?:Username|Password) for|Authentication failed for/.test(stderr)) return 401;
  return /repository '[^']*' not found/.test(stderr) ? 404 : undefined;
}

function watchSize(folder: string, limit: number) {
  const controller = new AbortController();
  const look = async () => {
    if ((await sizeOf(folder)) > limit) controller.abort(tooBig());
  };
  const timer = setInterval(() => void look(), pollMilliseconds);
  return { exceeded: controller.signal, stop: () => clearInterval(timer) };
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    // A temporary pack may be renamed between the two calls.
    size += (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0;
  }
  return size;
}

/** A small pack may hold a huge tree: its files are added up before the first one is written.
 * False: the tree is larger than the limits. */
function treeCounter(limits: GitLimits): (chunk: Buffer) => boolean {
  let rest = '';
  let files = 0;
  let bytes = 0;
  return (chunk) => {
    const records = (rest + chunk.toString('latin1')).split('\0');
    rest = records.pop() ?? '';
    for (const record of records) {
      files += 1;
      bytes += Number(/^\d+ \w+ \w+ +(\d+)\t/.exec(record)?.[1] ?? 0);
    }
    return files <= limits.files && bytes <= limits.bytes;
  };
}
