import { isFailure, unlessMissing } from '#core/platform/failure.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import type { LabelKind } from '../configuration/schema.ts';
import type { HandlerContext } from './context.ts';
import type { Pull } from './pull.ts';

/** The host's limit. */
const maxLength = 50;

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
  return text.slice(0, maxLength).toWellFormed().trim();
}

/** The host compares names of labels and logins without case. */
export function hasLabel({ labels }: { readonly labels: readonly string[] }, name: string) {
  const lower = name.toLowerCase();
  return labels.some((label) => label.toLowerCase() === lower);
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

type Context = Pick<HandlerContext, 'scm' | 'settings'>;

interface Change {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/**
 * Adds and removes labels that differ, and creates missing ones in their colour. Labels that are not
 * enabled are left out. Gives the pull request with its new labels. Additions come first: after
 * an interruption one of a family, such as the sizes, is there. Repeated: nothing happens.
 */
export async function changeLabels(
  context: Context,
  pull: Pull,
  { add = [], remove = [] }: Change,
): Promise<Pull> {
  const { scm, settings } = context;
  const path = `${repositoryPath(pull.name)}/issues/${pull.number}/labels`;
  const oldLabels = pull.labels.filter((label) => hasLabel({ labels: remove }, label));
  const newLabels = add.filter((label) => !hasLabel(pull, label) && isEnabled(settings, label));
  for (const label of newLabels) await createLabel(context, pull, label);
  if (newLabels.length > 0) {
    await scm.call(path, { method: 'POST', body: { labels: newLabels }, mayRepeat: true });
  }
  for (const label of oldLabels) {
    // It is missing when another delivery, or a person, was faster.
    await unlessMissing(scm.call(`${path}/${encodeURIComponent(label)}`, { method: 'DELETE' }));
  }
  return {
    ...pull,
    labels: [...pull.labels.filter((each) => !oldLabels.includes(each)), ...newLabels],
  };
}

async function createLabel({ scm, settings }: Context, { name }: Pull, label: string) {
  const path = `${repositoryPath(name)}/labels`;
  if (await unlessMissing(scm.call(`${path}/${encodeURIComponent(label)}`))) return;
  try {
    const body = { name: label, color: colorOf(settings, label) };
    await scm.call(path, { method: 'POST', body, mayRepeat: true });
  } catch (error) {
    const isThere = isFailure(error, 'unprocessable') && error.message.includes('already_exists');
    if (!isThere) throw error;
  }
}
