import type { RemoteSource } from './git-source.ts';

/** A remote repository whose URL, ref and address have been checked. */
export interface GitTarget {
  readonly remote: RemoteSource;
  readonly ref: string | undefined;
  readonly token: string | undefined;
  /** Where to connect; undefined: wherever the name leads. */
  readonly addresses: readonly string[] | undefined;
}

export interface GitLimits {
  /** Of what is downloaded, and of the files that come out of it. */
  readonly bytes: number;
  readonly files: number;
}

/** One way to speak to a remote repository. Throws GitError when the far side or git refuses. */
export interface GitEngine {
  /** Clones into an existing, empty directory; gives the commit. */
  clone(target: GitTarget, directory: string, signal: AbortSignal): Promise<string>;
  resolve(target: GitTarget, signal: AbortSignal): Promise<string>;
}

/** What git said; not yet fit for readers. */
export class GitError extends Error {
  /** The server answered with a redirect, which git does not follow by itself. */
  readonly moved: boolean;

  constructor(message: string, moved = false) {
    super(message);
    this.name = 'GitError';
    this.moved = moved;
  }
}
