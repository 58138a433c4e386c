import type * as IsomorphicGit from 'isomorphic-git';
import type { HttpClient, PromiseFsClient } from 'isomorphic-git';
import * as files from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Fetch } from '../../../ports/fetch.ts';
import {
  absentRef,
  GitError,
  tooBig,
  type GitEngine,
  type GitLimits,
  type GitTarget,
} from './engine.ts';
import { authorization } from './environment.ts';
import { makeRepository } from './skeleton.ts';
import { candidates, isCommit, tagPrefix } from './source.ts';

/** The library holds the whole pack in memory. */
const largestPack = 512 * 1024 * 1024;

const refspec = '[remote "origin"]\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n';

/**
 * Clones over https without the git program. Requests go through Fetch, which checks addresses. A
 * commit is found only if a branch or tag points to it.
 */
export function gitLibrary(options: { fetch: Fetch; limits: GitLimits }): GitEngine {
  const { fetch, limits } = options;

  function remote(target: GitTarget, signal: AbortSignal) {
    return {
      http: httpOver(fetch, Math.min(limits.bytes, largestPack), signal),
      url: target.remote.url,
      // The library adds headers to this object: every call gets its own.
      headers:
        target.token === undefined
          ? {}
          : { authorization: authorization(target.remote.host, target.token) },
    };
  }

  async function find(target: GitTarget, signal: AbortSignal) {
    const { listServerRefs } = await import('isomorphic-git');
    const names = candidates(target.ref);
    const byCommit = names.some(isCommit);
    const refs = await listServerRefs({
      ...remote(target, signal),
      protocolVersion: 2,
      peelTags: true,
      ...(byCommit || names.length > 1 ? {} : { prefix: names[0] ?? 'HEAD' }),
    });
    for (const name of names) {
      for (const { ref, oid, peeled = oid } of refs) {
        if (ref === name) return { ref: name, sha: peeled };
        if (byCommit && peeled === name) return { ref, sha: name };
      }
    }
    throw absentRef(names);
  }

  return {
    async resolve(target, signal) {
      const [first = ''] = candidates(target.ref);
      if (isCommit(first)) return first;
      return (await withStatus(() => find(target, signal))).sha;
    },

    async head(target, signal) {
      const { listServerRefs } = await import('isomorphic-git');
      const options = { protocolVersion: 2, prefix: 'HEAD', symrefs: true } as const;
      const refs = await withStatus(() =>
        listServerRefs({ ...remote(target, signal), ...options }),
      );
      return refs.find(({ ref }) => ref === 'HEAD')?.target;
    },

    async tags(target, signal) {
      const { listServerRefs } = await import('isomorphic-git');
      const refs = await withStatus(() =>
        listServerRefs({
          ...remote(target, signal),
          protocolVersion: 2,
          peelTags: true,
          prefix: tagPrefix,
        }),
      );
      return refs
        .filter(({ ref }) => ref.startsWith(tagPrefix))
        .map(({ ref, oid, peeled = oid }) => ({
          name: ref.slice(tagPrefix.length),
          commit: peeled,
        }));
    },

    async clone(target, directory, signal) {
      return await withStatus(async () => {
        const git = await import('isomorphic-git');
        const fs = confinedFiles(directory, limits.bytes, signal);
        const { ref } = await find(target, signal);
        await makeRepository(directory);
        // The library fetches nothing without a refspec, even when `ref` is set.
        await files.appendFile(join(directory, '.git', 'config'), refspec);
        const cache = {};
        const fetched = await git.fetch({
          ...remote(target, signal),
          fs,
          cache,
          dir: directory,
          ref,
          singleBranch: true,
          tags: false,
          depth: 1,
        });
        if (fetched.fetchHead === null) throw new GitError('the repository has no commits');
        const repository = { fs, cache, dir: directory };
        const { oid } = await git.readCommit({ ...repository, oid: fetched.fetchHead });
        await countTree(git, { ...repository, oid }, limits.files, signal);
        try {
          await git.checkout({ ...repository, ref: oid, force: true });
        } catch (error) {
          // For a refused write the library reports only "multiple errors".
          throw fs.refusal() ?? error;
        }
        return oid;
      });
    },
  };
}

/** Turns the library's HttpError into a GitError with its status. */
async function withStatus<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { name, data } = error as { name?: string; data?: { statusCode?: number } };
    if (name === 'HttpError') throw new GitError((error as Error).message, data?.statusCode);
    throw error;
  }
}

function httpOver(fetch: Fetch, maxBytes: number, signal: AbortSignal): HttpClient {
  return {
    async request({ url, method = 'GET', headers = {}, body }) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body ?? []) chunks.push(chunk);
      const reply = await fetch(url, {
        method,
        headers: withoutFraming(headers),
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
        maxBytes,
        // The signal carries the time limit of the clone.
        timeoutMilliseconds: 2 ** 31 - 1,
        signal,
      });
      return {
        url,
        method,
        statusCode: reply.status,
        statusMessage: '',
        headers: { ...reply.headers },
        body: oneChunk(reply.body),
      };
    },
  };
}

async function* oneChunk(body: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield body;
}

function withoutFraming(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(content-length|host)$/i.test(name)),
  );
}

/** Refuses a tree with too many files before anything is written. */
async function countTree(
  git: typeof IsomorphicGit,
  place: { fs: PromiseFsClient; cache: object; dir: string; oid: string },
  limit: number,
  signal: AbortSignal,
) {
  let entries = 0;
  const waiting = [place.oid];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    signal.throwIfAborted();
    const { tree } = await git.readTree({ ...place, oid });
    entries += tree.length;
    if (entries > limit) throw tooBig();
    for (const entry of tree) if (entry.type === 'tree') waiting.push(entry.oid);
  }
}

/**
 * The library's file system. It refuses paths outside the clone, more bytes than the limit and
 * everything after an abort; a symlink becomes a file that holds its target.
 */
function confinedFiles(
  directory: string,
  limit: number,
  signal: AbortSignal,
): PromiseFsClient & { refusal(): GitError | undefined } {
  let writtenBytes = 0;
  let refusal: GitError | undefined;
  const inside = (path: string) => {
    signal.throwIfAborted();
    const resolved = join(path);
    if (resolved === directory || resolved.startsWith(directory + sep)) return resolved;
    throw (refusal ??= new GitError('the repository holds a file name that leads outside'));
  };
  const write = async (path: string, data: string | Uint8Array, options?: object) => {
    writtenBytes += data.length;
    if (writtenBytes > limit) throw (refusal ??= tooBig());
    await files.writeFile(inside(path), data, options);
  };
  // All are async: the library calls readFile without a path and reads a synchronous throw as
  // "this file system wants callbacks".
  const promises = {
    readFile: async (path: string, options?: object) => files.readFile(inside(path), options),
    writeFile: write,
    symlink: async (target: string, path: string) => write(path, target),
    mkdir: async (path: string, options?: object) => files.mkdir(inside(path), options),
    rmdir: async (path: string) => files.rmdir(inside(path)),
    unlink: async (path: string) => files.unlink(inside(path)),
    stat: async (path: string) => files.lstat(join(path)),
    lstat: async (path: string) => files.lstat(join(path)),
    readdir: async (path: string) => files.readdir(inside(path)),
    readlink: async (path: string) => files.readlink(inside(path)),
    chmod: async (path: string, mode: number) => files.chmod(inside(path), mode),
  };
  return { promises, refusal: () => refusal };
}
