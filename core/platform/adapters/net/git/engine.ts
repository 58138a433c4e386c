import type { RemoteSource } from './source.ts';

/** A remote repository whose URL, ref and address have been checked. */
export interface GitTarget {
  readonly remote: RemoteSource;
  readonly ref: string | undefined;
  /** `token` or `user:token`; for the remote's very origin. */
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
  /** Of the server's answer; undefined: there was none, or it was well. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = 'GitError';
    this.status = status;
  }

  /** A redirect, which git does not follow by itself. */
  get moved(): boolean {
    return [301, 302, 303, 307, 308].includes(this.status ?? 0);
  }
}
