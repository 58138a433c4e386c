/** An issue tracker. Failure('unauthorized'): it refuses the login; Failure('upstream'): any other
 * refusal, or it does not answer. */
export interface Tracker {
  /** The account of the login, for people. */
  account(): Promise<string>;
  /** Issues of a project that are about these words, the best match first, without score. */
  search(
    project: string,
    words: readonly string[],
    limit: number,
  ): Promise<readonly TrackerIssue[]>;
  projects(): Promise<readonly { readonly key: string; readonly name: string }[]>;
  securityLevels(
    project: string,
  ): Promise<
    readonly { readonly id: string; readonly name: string; readonly description: string }[]
  >;
  /** Not repeated after a failure: see findCreated(). */
  create(issue: NewTrackerIssue): Promise<CreatedIssue>;
  /** The issue with this mark; undefined: there is none. It must find one that create() has just
   * made. */
  findCreated(project: string, mark: string): Promise<CreatedIssue | undefined>;
}

export interface TrackerIssue {
  readonly key: string;
  readonly summary: string;
  readonly status: string;
  readonly priority: string;
  readonly url: string;
}

export interface NewTrackerIssue {
  readonly project: string;
  /** One line of at most 255 characters: Jira refuses others. */
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** The id or name of a security level; empty: none. */
  readonly securityLevel: string;
  /** `lantern-` and hexadecimal digits: a crashed creation is found again by it. */
  readonly mark: string;
}

export interface CreatedIssue {
  readonly key: string;
  readonly url: string;
  readonly title: string;
}

/** How to reach a tracker. */
export interface TrackerAccess {
  readonly url: string;
  /** Set: a cloud tracker, whose login is e-mail and token. */
  readonly email: string | undefined;
  readonly token: string;
  readonly verifyTls: boolean;
  /** The operator's environment names this origin: it may have a private address (S4). */
  readonly isTrusted: boolean;
  /** For one call; default 15,000. */
  readonly timeoutMilliseconds?: number;
  readonly signal?: AbortSignal;
}
