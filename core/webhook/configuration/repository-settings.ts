import type { Configuration } from './configuration.ts';
import type { RepositoryEntry, RepositoryKeys } from './schema.ts';

/** What holds for one repository. */
export type RepositorySettings = Readonly<ReturnType<typeof settingsFrom>>;

/** Another service of ours. */
export type Bridge = NonNullable<RepositoryKeys['docs']>;

export type CustomCheck = NonNullable<RepositoryKeys['custom-check-runs']>[number];

/** The root, the entry, the repository's own file: the last that has a key decides. */
export function layersOf(
  { defaults }: Pick<Configuration, 'defaults'>,
  entry: RepositoryEntry,
  { keys: own }: RepositoryFile = { keys: {} },
) {
  return [defaults, entry, own] as const;
}

/** What the layers say together, and the defaults. */
export function settingsFrom(
  configuration: Configuration,
  entry: RepositoryEntry,
  file: RepositoryFile = { keys: {} },
) {
  const { scm, app } = configuration;
  const [defaults, middle, own] = layersOf(configuration, entry, file);
  const keys = { ...defaults, ...middle, ...own };
  const labels = { ...defaults.labels, ...middle.labels, ...own.labels };
  const sizes = keys['pr-size-thresholds'];
  const enabled = labels['enabled-labels'];
  const checks = keys['custom-check-runs'] ?? [];
  return {
    /** `owner/name`. Not the payload's: it could name another repository with the short name of ours. */
    fullName: entry.name,
    /** In the REST API. A payload chooses no paths. */
    path: `/repos/${entry.name}`,
    /** The REST API of its code host. */
    scm,
    /** Undefined: the tokens are used. */
    app,
    logLevel: keys['log-level'] ?? 'INFO',
    /** Events that the hook sends; `*` is all. */
    events: keys.events ?? ['*'],
    tokens: keys['scm-tokens'] ?? [],
    /** Empty: signatures are not checked. */
    secrets: keys['webhook-secret'] ?? [],
    welcomeExtraInfo: keys['welcome-extra-info'],
    /** Kinds of labels that are set; undefined: all. */
    enabledLabels: enabled && new Set(enabled),
    /** Label or prefix such as `approved-` to a colour of six hexadecimal digits. */
    labelColors: labels.colors ?? {},
    /** By falling threshold: the first whose threshold the changed lines reach. */
    sizes: sizes ? sizesOf(sizes) : defaultSizes,
    minimumLgtm: keys['minimum-lgtm'] ?? 0,
    requiredLabels: keys['can-be-merged-required-labels'] ?? [],
    /** People, bots mostly, whose pull requests are verified and merged without a command. */
    autoVerifiedUsers: keys['auto-verified-and-merged-users'] ?? [],
    /** Base branches whose pull requests get `automerge`. */
    autoMergeBranches: keys['set-auto-merge-prs'] ?? [],
    allowsCommandsOnDrafts: keys['allow-commands-on-draft-prs'] ?? false,
    /** How the label automerge merges. */
    mergeMethod: keys['merge-method'] ?? 'squash',
    /** How the branch of one that waits to be merged is updated; undefined: by nobody. */
    branchUpdate: keys['update-branch'],
    /** Allowed types of a title such as `feat(api): …`; undefined: any title. */
    conventionalTypes: keys['conventional-title'],
    requiredChecks: [
      ...(keys['default-status-checks'] ?? []),
      ...checks.flatMap(({ name, required = true }) => (required ? [name] : [])),
    ],
    /** Checks that the receiver runs itself. */
    customChecks: checks,
    needsResolvedThreads: keys['required-conversation-resolution'] ?? false,
    /** Undefined: nobody has to look at paths and committers. */
    securityChecks: keys['security-checks'],
    docs: keys.docs,
    analysis: keys.analysis,
    /** Why the repository's own file cannot be used: it may forbid a merge. */
    fileProblem: file.problem,
  };
}

export interface RepositoryFile {
  readonly keys: RepositoryKeys;
  /** Why the file cannot be used; its keys are empty then. */
  readonly problem?: string;
}

/** A size without a colour has the code host's own grey. */
const grey = 'ededed';

/** A threshold is where the next size begins; the largest size has no end. */
export function sizesOf(thresholds: NonNullable<RepositoryKeys['pr-size-thresholds']>) {
  const sizes = Object.entries(thresholds).toSorted(
    ([, one], [, other]) => one.threshold - other.threshold,
  );
  return sizes
    .map(([name, { color = grey }], at) => ({
      name,
      from: sizes[at - 1]?.[1].threshold ?? 0,
      color,
    }))
    .reverse();
}

const defaultSizes = sizesOf({
  XS: { threshold: 20, color: 'ededed' },
  S: { threshold: 50, color: '0e8a16' },
  M: { threshold: 100, color: 'f09c74' },
  L: { threshold: 300, color: 'f5621c' },
  XL: { threshold: 500, color: 'd93f0b' },
  XXL: { threshold: Infinity, color: 'b60205' },
});
