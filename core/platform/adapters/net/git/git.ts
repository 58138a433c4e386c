import { Failure, isFailure } from '../../../failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Environment } from '../../../ports/environment.ts';
import type { Git, GitSource } from '../../../ports/systems/git.ts';
import type { Log } from '../../../ports/log.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { addressGuard, type Resolve } from '../fetch/addresses.ts';
import { writeCertificateFile } from '../fetch/certificates.ts';
import { netFetch } from '../fetch/fetch.ts';
import { gitBinary, hasGitBinary } from './binary.ts';
import { cloneFolder } from './clones.ts';
import { GitError, type GitEngine, type GitTarget } from './engine.ts';
import { authorization, proxyIn } from './environment.ts';
import { gitLibrary } from './library.ts';
import { findLocal, readHead } from './local.ts';
import { localHashes } from './local-hashes.ts';
import { readTags } from './local-tags.ts';
import { explainLogin } from './login.ts';
import { findMoved } from './moved.ts';
import { branchPrefix, parseGitUrl, parseRef } from './source.ts';
import { newestVersions } from './tags.ts';
import { lazy } from '../../../lazy.ts';

export interface NetGitOptions {
  readonly allowPrivate: boolean;
  /** Local repositories must be below one of these folders; empty: no restriction. */
  readonly roots: readonly string[];
  /** For sources with mayUseTokens: `token` or `user:token` by host, or by host and port. */
  readonly tokens?: ReadonlyMap<string, string>;
  /** Where clones go; no other program uses it. */
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Only PATH, HOME, SSH_AUTH_SOCK and proxy variables are read. */
  readonly environment: Environment;
  /** PEM of further certificate authorities. */
  readonly certificates?: string;
  readonly timeoutMilliseconds?: number;
  /** For a download, and for the files in it; default 2 GiB and 500,000 files. */
  readonly maxBytes?: number;
  readonly maxFiles?: number;
  /** For tests: the engine for https. Default: the git program where it is installed. */
  readonly engine?: 'program' | 'library' | 'installed';
  readonly resolve?: Resolve;
  readonly isPublic?: (address: string) => boolean;
}

type RemoteGitSource = Exclude<GitSource, { readonly path: string }>;

const refusal = 'Repository URL must not target a private network';
const cloneTimeoutMs = 300_000;
const tagsTimeoutMs = 20_000;

export function netGit(options: NetGitOptions): Git {
  const { roots, clock, log, environment, certificates, directory, tokens } = options;
  const timeout = options.timeoutMilliseconds ?? cloneTimeoutMs;
  const limits = {
    bytes: options.maxBytes ?? 2 * 1024 ** 3,
    files: options.maxFiles ?? 500_000,
  };
  const guard = addressGuard({ ...options, refusal });
  const fetch = netFetch(options);
  const installed = lazy(() => hasGitBinary(environment));
  const certificateFile = lazy(async () =>
    certificates === undefined ? undefined : await writeCertificateFile(directory, certificates),
  );
  const clones = cloneFolder(directory, clock);
  const warnOfProxy = lazy(async () => {
    const proxy = options.allowPrivate ? undefined : proxyIn(environment);
    if (proxy === undefined) return;
    const why = 'a proxy would connect to addresses that were not checked';
    log(
      'WARNING',
      `${proxy} is not used for clones: ${why}. ALLOW_PRIVATE_REPO_HOSTS=true uses it`,
    );
  });

  // All steps of a generation ask for the same commit.
  let lastHashes: { commit: string; hashes: ReadonlyMap<string, string> } | undefined;

  async function engineFor(target: GitTarget): Promise<GitEngine> {
    const wantsProgram = target.remote.transport === 'ssh' || options.engine !== 'library';
    if (wantsProgram && (options.engine === 'program' || (await installed()))) {
      await warnOfProxy();
      return gitBinary({ environment, limits, emptyHome: await clones.open(), certificateFile });
    }
    if (target.remote.transport === 'https') return gitLibrary({ fetch, limits });
    throw new GitError('ssh needs git 2.37 or newer and ssh to be installed');
  }

  /** Checks the address; follows up to three redirects and checks each new address. */
  async function reach<T>(
    target: ServedTarget,
    signal: AbortSignal,
    action: (engine: GitEngine, target: GitTarget) => Promise<T>,
  ): Promise<T> {
    let next: GitTarget = target;
    for (let moves = 0; ; moves += 1) {
      const addresses = options.allowPrivate ? undefined : await checkedAddresses(next.remote.host);
      const checked = { ...next, addresses };
      try {
        return await action(await engineFor(checked), checked);
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        if (!error.moved || moves === 3) {
          const isWithheld = target.isWithheld && moves === 0;
          throw explainLogin(error, { target: checked, isWithheld, hasMoved: moves > 0 });
        }
        next = { ...next, ...(await findMoved(checked, { fetch, signal })) };
      }
    }
  }

  async function checkedAddresses(host: string): Promise<readonly string[]> {
    try {
      return (await guard.addresses(host)).map(({ address }) => address);
    } catch (error) {
      if (isFailure(error)) throw error;
      throw new GitError(`Could not resolve host: ${host}`);
    }
  }

  async function remotely<T>(
    source: RemoteGitSource,
    signal: AbortSignal | undefined,
    action: (target: ServedTarget, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const target = parseTarget(source, tokens);
    const deadline = AbortSignal.timeout(timeout);
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
    try {
      return await action(target, either);
    } catch (error) {
      if (isFailure(error, 'invalid', 'private_address')) {
        throw new Failure('invalid', 'private_address', refusal, { cause: error });
      }
      if (signal?.aborted) throw new Failure('upstream', 'aborted', 'Clone failed: aborted');
      if (deadline.aborted) {
        const reason = `Clone failed: timed out after ${timeout / 1_000} seconds`;
        throw new Failure('upstream', 'timed_out', reason);
      }
      // A failure of our own disk, not of the host.
      if (isFailure(error, 'unavailable', 'storage_unavailable')) throw error;
      throw new Failure('upstream', 'clone_failed', `Clone failed: ${readable(error, target)}`);
    }
  }

  return {
    async check(source) {
      if ('path' in source) return void (await findLocal(source.path, roots));
      const { remote } = parseTarget(source, tokens);
      if (options.allowPrivate) return;
      await guard.addresses(remote.host).catch((error: unknown) => {
        // A name that cannot be resolved now may be resolvable when the clone begins.
        if (isFailure(error)) throw error;
      });
    },

    async checkout(source, { signal } = {}) {
      if ('path' in source) return await openLocal(source.path, roots);
      const started = clock.now().getTime();
      const clone = await clones.begin();
      const sha = await remotely(source, signal, async (target, either) => {
        try {
          return await reach(target, either, async (engine, checked) => {
            await clone.clear();
            const commit = await engine.clone(checked, clone.unfinished, either);
            await clone.finish();
            return commit;
          });
        } catch (error) {
          await clone.abandon();
          throw error;
        }
      });
      log('INFO', 'repository cloned', { sha, milliseconds: clock.now().getTime() - started });
      return { sha, directory: clone.finished, dispose: clone.dispose };
    },

    async resolve(source, { signal } = {}) {
      if ('path' in source) return (await openLocal(source.path, roots)).sha;
      await clones.open();
      return await remotely(source, signal, (target, either) =>
        reach(target, either, (engine, checked) => engine.resolve(checked, either)),
      );
    },

    async defaultBranch(source, { signal } = {}) {
      await clones.open();
      const head = await remotely(source, signal, (target, either) =>
        reach(target, either, (engine, checked) => engine.head(checked, either)),
      );
      return head?.startsWith(branchPrefix) ? head.slice(branchPrefix.length) : undefined;
    },

    async tags(source, { signal } = {}) {
      try {
        if ('path' in source) {
          return newestVersions(await readTags(await findLocal(source.path, roots)));
        }
        await clones.open();
        const limit = AbortSignal.timeout(tagsTimeoutMs);
        const until = signal ? AbortSignal.any([signal, limit]) : limit;
        const tags = await remotely(source, until, (target, either) =>
          reach(target, either, (engine, checked) => engine.tags(checked, either)),
        );
        return newestVersions(tags);
      } catch {
        return [];
      }
    },

    async hashes(source, commit) {
      const directory = await findLocal(source.path, roots);
      if (lastHashes?.commit === commit) return lastHashes.hashes;
      if (!(await installed())) return undefined;
      const scratch = await clones.begin();
      try {
        await scratch.clear();
        const request = { directory, commit, scratch: scratch.unfinished, environment };
        const hashes = await localHashes(request);
        lastHashes = { commit, hashes };
        return hashes;
      } finally {
        await scratch.abandon();
      }
    },
  };
}

interface ServedTarget extends GitTarget {
  /** There is a token for the host, but the source may not use it. */
  readonly isWithheld: boolean;
}

function parseTarget(
  source: RemoteGitSource,
  tokens: ReadonlyMap<string, string> = new Map(),
): ServedTarget {
  const remote = parseGitUrl(source.url);
  const ref = source.ref === undefined || source.ref === '' ? undefined : parseRef(source.ref);
  const hostToken = remote.transport === 'https' ? findToken(tokens, remote.url) : undefined;
  const token = source.token || (source.mayUseTokens ? hostToken : undefined);
  if (token !== undefined && !/^[\x21-\x7e]{1,4096}$/.test(token)) {
    const text = 'The repository token is not valid: use 1 to 4,096 ASCII characters, no spaces';
    throw new Failure('invalid', 'bad_token', text);
  }
  const isWithheld = hostToken !== undefined && token === undefined;
  return { remote, ref, token, isWithheld, addresses: undefined };
}

/** An entry with the port counts before one without. */
function findToken(tokens: ReadonlyMap<string, string>, url: string): string | undefined {
  const { hostname, port } = new URL(url);
  return tokens.get(`${hostname}:${port || '443'}`) ?? tokens.get(hostname);
}

async function openLocal(path: string, roots: readonly string[]) {
  const directory = await findLocal(path, roots);
  const sha = await readHead(directory);
  if (sha === undefined) {
    throw new Failure('invalid', 'no_commit', 'The repository has no commits');
  }
  return { sha, directory, dispose: async () => {} };
}

/** The end of git's message, without secrets and terminal control characters. */
function readable(error: unknown, { remote, token }: GitTarget): string {
  const { message = 'unknown error', code, syscall } = error as NodeJS.ErrnoException;
  // A message of the system would name folders of this machine.
  const text = syscall === undefined ? message : `${syscall.split(' ')[0]} ended with ${code}`;
  const header = token === undefined ? '' : authorization(remote.host, token).slice(6);
  const secrets = token === undefined ? [] : [token, token.slice(token.indexOf(':') + 1), header];
  return maskSecrets(text, secrets)
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(-2_000);
}
