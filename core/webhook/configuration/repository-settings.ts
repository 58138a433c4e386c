/** A URL; trusted: the operator named it, so that it may be a private address (S4). */
export interface Source {
  readonly url: string;
  readonly isTrusted: boolean;
}

/** What holds for one repository: its own file on the default branch, its entry in the
 * configuration, and the configuration's root, in this order. */
export interface RepositorySettings {
  /** `owner/name` */
  readonly fullName: string;
  /** The REST API of its code host. */
  readonly scm: Source;
  readonly logLevel: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR';
  /** Events that the hook sends; `*` is all. */
  readonly events: readonly string[];
  readonly tokens: readonly string[];
  /** Empty: signatures are not checked. */
  readonly secrets: readonly string[];
  readonly welcomeExtraInfo: string | undefined;
  /** Kinds of labels that are set; undefined: all. */
  readonly enabledLabels: ReadonlySet<LabelKind> | undefined;
  /** Label or prefix such as `approved-` to a colour of six hexadecimal digits. */
  readonly labelColors: Readonly<Record<string, string>>;
  /** By falling threshold: the first whose threshold the changed lines reach. */
  readonly sizes: readonly {
    readonly name: string;
    readonly from: number;
    readonly color: string;
  }[];
  readonly minimumLgtm: number;
  readonly requiredLabels: readonly string[];
  /** People, bots mostly, whose pull requests are verified and merged without a command. */
  readonly autoVerifiedUsers: readonly string[];
  /** Base branches whose pull requests get `automerge`. */
  readonly autoMergeBranches: readonly string[];
  readonly allowsCommandsOnDrafts: boolean | readonly string[];
  /** Allowed types of a title such as `feat(api): …`; undefined: any title. */
  readonly conventionalTypes: readonly string[] | undefined;
  readonly requiredChecks: readonly string[];
  readonly needsResolvedThreads: boolean;
  readonly docs: Bridge | undefined;
  readonly analysis: Bridge | undefined;
  /** Why the repository's own file cannot be used: it may forbid a merge. */
  readonly fileProblem: string | undefined;
}

/** Another service of ours. */
export interface Bridge {
  readonly url: string;
  readonly key: string | undefined;
}

export const labelKinds = [
  ...(['size', 'branch', 'wip', 'hold', 'verified', 'review', 'lgtm', 'approve'] as const),
  ...(['automerge', 'can-be-merged', 'cherry-pick', 'has-conflicts', 'needs-rebase'] as const),
] as const;

export type LabelKind = (typeof labelKinds)[number];
