import type { GitTag } from '../../../ports/systems/git.ts';
import { branchPrefix, type RemoteSource } from './source.ts';

/** A remote repository whose URL, ref and address have been checked. */
export interface GitTarget {
  readonly remote: RemoteSource;
  readonly ref: string | undefined;
  /** `token` or `user:token`; sent to the remote's origin only. */
  readonly token: string | undefined;
  /** Checked addresses to connect to; undefined: any address of the host. */
  readonly addresses: readonly string[] | undefined;
}

export interface GitLimits {
  /** For the download, and for the files in it. */
  readonly bytes: number;
  readonly files: number;
}

/** An implementation of git's protocol. Throws GitError when the server or git refuses. */
export interface GitEngine {
  /** Clones into an existing, empty directory; returns the commit. */
  clone(target: GitTarget, directory: string, signal: AbortSignal): Promise<string>;
  resolve(target: GitTarget, signal: AbortSignal): Promise<string>;
  /** The full name of what HEAD points to. Undefined: the server does not say. */
  head(target: GitTarget, signal: AbortSignal): Promise<string | undefined>;
  /** All of them, in any order. */
  tags(target: GitTarget, signal: AbortSignal): Promise<readonly GitTag[]>;
}

/** An error message of git. It may hold secrets: mask it before anyone reads it. */
export class GitError extends Error {
  /** HTTP status of the server's answer; undefined: no answer, or no error. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = 'GitError';
    this.status = status;
  }

  /** A redirect; git is configured not to follow it. */
  get moved(): boolean {
    return [301, 302, 303, 307, 308].includes(this.status ?? 0);
  }
}

/** None of the full names exists. */
export function absentRef(names: readonly string[]) {
  const [first = '', another] = names;
  return new GitError(
    another === undefined
      ? `fatal: couldn't find remote ref ${first}`
      : `the repository has neither a branch nor a tag '${first.slice(branchPrefix.length)}'`,
  );
}

export function tooBig() {
  return new GitError('the repository is larger than this service accepts');
}
