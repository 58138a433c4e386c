import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '#core/platform/ports/environment.ts';
import { GitError, type GitEngine, type GitLimits, type GitTarget } from './engine.ts';
import { gitEnvironment } from './environment.ts';
import { runProcess, type ProcessResult } from './process.ts';
import { makeRepository } from './skeleton.ts';
import { candidates, isCommit } from './source.ts';

const pollMilliseconds = 200;

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
    return async (parameters: string[], onOutput?: (chunk: Buffer) => void, stop = signal) =>
      await runProcess({
        program: 'git',
        parameters,
        directory,
        environment: variables,
        signal: stop,
        ...(onOutput ? { onOutput } : {}),
      });
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
      const count = treeCounter(limits);
      succeed(await git(['ls-tree', '-r', '-l', '-z', '--full-tree', 'FETCH_HEAD'], count));
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
      const shas = new Map<string, string>();
      for (const line of result.stdout.split('\n')) {
        const [sha = '', name = ''] = line.split('\t');
        if (isCommit(sha)) shas.set(name, sha);
      }
      for (const name of names) {
        // The peeled line of an annotated tag is the commit.
        const sha = shas.get(`${name}^{}`) ?? shas.get(name);
        if (sha !== undefined) return sha;
      }
      throw new GitError(`fatal: couldn't find remote ref ${names.at(-1)}`);
    },
  };
}

const fetchOptions = [
  '--quiet',
  '--depth=1',
  '--no-tags',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
];

/** curloptResolve, without which an address cannot be pinned, came with 2.37. */
export async function hasGitBinary(environment: Environment): Promise<boolean> {
  try {
    const { stdout } = await runProcess({
      program: 'git',
      parameters: ['--version'],
      directory: '/',
      environment: { PATH: environment['PATH'] ?? '' },
      signal: AbortSignal.timeout(10_000),
    });
    const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? [];
    return major > 2 || (major === 2 && minor >= 37);
  } catch {
    return false;
  }
}

async function firstThatExists(
  target: GitTarget,
  attempt: (name: string) => Promise<ProcessResult>,
) {
  const names = candidates(target.ref);
  for (const [index, name] of names.entries()) {
    const result = await attempt(name);
    const absent = result.code !== 0 && /couldn't find remote ref/.test(result.stderr);
    if (absent && index < names.length - 1) continue;
    succeed(result);
    return;
  }
}

function succeed({ code, stderr }: ProcessResult) {
  if (code === 0) return;
  throw new GitError(stderr.trim() || `git ended with ${code ?? 'a signal'}`, statusIn(stderr));
}

function statusIn(stderr: string): number | undefined {
  const told = /returned error: (\d{3})\b/.exec(stderr)?.[1];
  if (told !== undefined) return Number(told);
  // These it puts in its own words.
  if (/could not read (?:Username|Password) for|Authentication failed for/.test(stderr)) return 401;
  return /repository '[^']*' not found/.test(stderr) ? 404 : undefined;
}

/** The pack grows in one folder of few files, so that looking costs next to nothing. */
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
    size += await stat(join(folder, name)).then(
      (found) => found.size,
      () => 0,
    );
  }
  return size;
}

/** A small pack may hold a huge tree: it is added up before the first file is written. */
function treeCounter(limits: GitLimits): (chunk: Buffer) => void {
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
    if (files > limits.files || bytes > limits.bytes) throw tooBig();
  };
}

export function tooBig() {
  return new GitError('the repository is larger than this service accepts');
}
