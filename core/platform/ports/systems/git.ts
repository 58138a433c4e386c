export type GitSource =
  | {
      readonly url: string;
      readonly ref?: string;
      /** `token` or `user:token`. */
      readonly token?: string;
      /** The operator's GIT_TOKENS may be used. */
      readonly mayUseTokens?: boolean;
    }
  | { readonly path: string };

export interface Checkout {
  /** Full, 40 hexadecimal digits. */
  readonly sha: string;
  /** The working tree; for a local source the repository itself: never write to it. */
  readonly directory: string;
  /** Deletes the clone. A local source is not changed. Repeated: nothing. */
  dispose(): Promise<void>;
}

/** A tag whose name is a version. */
export interface GitTag {
  readonly name: string;
  /** Null: not known without git. */
  readonly commit: string | null;
}

/** Failures are 'upstream' with a message `Clone failed: …` without secrets, or 'invalid' for a
 * source that is refused before any connection. */
export interface Git {
  /** Refuses the sources that checkout would refuse; only the name service is contacted. A host that
   * cannot be resolved now is accepted. */
  check(source: GitSource): Promise<void>;
  /** A clone of depth 1 within 300 s, or the folder of a local source. Repeated: another clone. */
  checkout(source: GitSource, options?: { signal?: AbortSignal }): Promise<Checkout>;
  /** The commit that the source points to now, without a clone. */
  resolve(source: GitSource, options?: { signal?: AbortSignal }): Promise<string>;
  /** The name of the branch that a remote repository has checked out. Undefined: it does not say. */
  defaultBranch(
    source: Extract<GitSource, { url: string }>,
    options?: { signal?: AbortSignal },
  ): Promise<string | undefined>;
  /** The newest versions first, at most 50; only of letters, digits and `@ . _ + / -`. A source that
   * cannot be reached within 20 s has none. */
  tags(source: GitSource, options?: { signal?: AbortSignal }): Promise<readonly GitTag[]>;
  /** git's hashes of all files of a local source at the commit, by path, for comparison with
   * Tree.hash(). Undefined: the git program is absent. */
  hashes(
    source: { readonly path: string },
    commit: string,
  ): Promise<ReadonlyMap<string, string> | undefined>;
}
