import type { LabelKind, RepositorySettings } from '../../configuration/repository-settings.ts';

/** The host's limit. */
const longest = 50;

export const canBeMerged = 'can-be-merged';

/** A person's verdict on the present commits. */
export const reviewPrefixes = ['approved-', 'lgtm-', 'changes-requested-', 'commented-'] as const;

export type ReviewPrefix = (typeof reviewPrefixes)[number];

/** Only `changes-requested-` and a login of more than 32 characters do not fit: there two people
 * could share a label, which never approves anything. */
export function personLabel(prefix: ReviewPrefix, login: string): string {
  return labelName(prefix + login);
}

export function labelName(text: string): string {
  return text.slice(0, longest).toWellFormed().trim();
}

/** The host compares names of labels and logins without case. */
export function hasLabel({ labels }: { readonly labels: readonly string[] }, name: string) {
  const wanted = name.toLowerCase();
  return labels.some((label) => label.toLowerCase() === wanted);
}

const cherryPickPrefix = 'cherry-pick-';

export function cherryPickLabel(branch: string): string {
  return cherryPickPrefix + branch;
}

/** Undefined: it is not the label of a cherry-pick. */
export function cherryPickBranch(label: string): string | undefined {
  const isOne = label.toLowerCase().startsWith(cherryPickPrefix);
  return isOne ? label.slice(cherryPickPrefix.length) : undefined;
}

export function isReviewLabel(name: string): boolean {
  return reviewPrefixes.some((prefix) => name.toLowerCase().startsWith(prefix));
}

interface Family {
  /** Undefined: needed for can-be-merged, so it is always set. */
  readonly kind?: LabelKind;
  readonly color: string;
}

/** By name, or by the beginning of it when that ends with `-` or `/`. */
const families: Readonly<Record<string, Family>> = {
  'size/': { kind: 'size', color: 'ededed' },
  'branch-': { kind: 'branch', color: '1d76db' },
  wip: { kind: 'wip', color: 'b60205' },
  hold: { kind: 'hold', color: 'b60205' },
  verified: { kind: 'verified', color: '0e8a16' },
  automerge: { kind: 'automerge', color: '0e8a16' },
  'can-be-merged': { kind: 'can-be-merged', color: '0e8a16' },
  [cherryPickPrefix]: { kind: 'cherry-pick', color: 'f09c74' },
  'has-conflicts': { kind: 'has-conflicts', color: 'b60205' },
  'needs-rebase': { kind: 'needs-rebase', color: 'b60205' },
  'approved-': { color: '0e8a16' },
  'lgtm-': { color: 'bfd4f2' },
  'changes-requested-': { color: 'f5621c' },
  'commented-': { color: 'd93f0b' },
};

type Settings = Pick<RepositorySettings, 'enabledLabels' | 'labelColors' | 'sizes'>;

export function isEnabled({ enabledLabels }: Settings, name: string): boolean {
  const { kind } = lookUp(families, name) ?? {};
  return kind === undefined || enabledLabels === undefined || enabledLabels.has(kind);
}

export function colorOf({ labelColors, sizes }: Settings, name: string): string {
  const size = sizes.find((each) => name === `size/${each.name}`);
  return lookUp(labelColors, name) ?? size?.color ?? lookUp(families, name)?.color ?? 'ededed';
}

/** The whole name first, then the longest beginning. */
function lookUp<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  const beginnings = Object.keys(table).filter((key) => /[-/]$/.test(key) && name.startsWith(key));
  const [longestKey] = beginnings.toSorted((a, b) => b.length - a.length);
  return longestKey === undefined ? undefined : table[longestKey];
}
