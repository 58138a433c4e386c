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
  /** Removes what was cloned. Repeated: nothing. A local source is left alone. */
  dispose(): Promise<void>;
}

/** Failures are 'upstream' with a message `Clone failed: …` that holds no secret, or 'invalid'
 * for a source that is refused before anything is contacted. */
export interface Git {
  /** Refuses at once what checkout would refuse, asking nobody but the name service. A host that
   * cannot be resolved passes: the clone will tell. */
  check(source: GitSource): Promise<void>;
  /** A clone of depth 1 within 300 s, or the local tree in place. Repeated: another clone. */
  checkout(source: GitSource, options?: { signal?: AbortSignal }): Promise<Checkout>;
  /** The commit that the source points at now, without a clone. */
  resolve(source: GitSource, options?: { signal?: AbortSignal }): Promise<string>;
}
