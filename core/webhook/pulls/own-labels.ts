import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { labelName } from './labels.ts';
import type { Pull } from './pull.ts';

type Settings = Pick<RepositorySettings, 'sizes' | 'autoVerifiedUsers' | 'autoMergeBranches'>;

interface Change {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** By the number of changed lines; of the labels with `size/` only this one stays. */
export function sizeLabels(pull: Pull, { sizes }: Settings): Change {
  const size = sizes.find(({ from }) => pull.size >= from);
  return only(pull, 'size/', size ? [labelName(`size/${size.name}`)] : []);
}

export function branchLabels(pull: Pull): Change {
  return only(pull, 'branch-', [labelName(`branch-${pull.baseRef}`)]);
}

export function wipLabels({ title }: Pull): Change {
  return { add: isWip(title) ? ['wip'] : [], remove: [] };
}

/** What no one has to command. */
export function automaticLabels(pull: Pull, settings: Settings): Change {
  const isTrusted = isAutoVerified(pull, settings);
  const isMerged = isTrusted || settings.autoMergeBranches.includes(pull.baseRef);
  const add = [...(isTrusted ? ['verified'] : []), ...(isMerged ? ['automerge'] : [])];
  return { add, remove: [] };
}

export function isAutoVerified({ author }: Pull, { autoVerifiedUsers }: Settings): boolean {
  return autoVerifiedUsers.some((login) => login.toLowerCase() === author.toLowerCase());
}

export function together(...changes: readonly Change[]): Change {
  return {
    add: changes.flatMap(({ add }) => add),
    remove: changes.flatMap(({ remove }) => remove),
  };
}

function only({ labels }: Pull, prefix: string, add: readonly string[]): Change {
  const names = add.map((label) => label.toLowerCase());
  const others = labels
    .map((label) => label.toLowerCase())
    .filter((label) => label.startsWith(prefix));
  return { add, remove: others.filter((label) => !names.includes(label)) };
}

const draftMark = /^\s*wip\s*:/i;

export function isWip(title: string): boolean {
  return draftMark.test(title);
}

/** Whether a title is like `feat(api): add a route`, of the types that the repository allows
 * (conventionalcommits.org 1.0.0). Without types every title is. */
export function isConventional(
  title: string,
  { conventionalTypes }: Pick<RepositorySettings, 'conventionalTypes'>,
): boolean {
  // `*` and an empty list are any title.
  const types = conventionalTypes?.filter((type) => type !== '');
  if (!types || types.length === 0 || types.includes('*')) return true;
  const [, type = ''] =
    /^([A-Za-z][\w-]{0,49})(?:\([^()\r\n]{1,100}\))?!?: \s{0,9}\S/.exec(title) ?? [];
  return types.some((allowed) => allowed.toLowerCase() === type.toLowerCase());
}
