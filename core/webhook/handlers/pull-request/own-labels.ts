import type { RepositorySettings } from '../../configuration/repository-settings.ts';
import { labelName } from '../labels/label-names.ts';
import type { Pull } from '../shared/read-pull.ts';
import { isWip } from './title.ts';

type Settings = Pick<RepositorySettings, 'sizes' | 'autoVerifiedUsers' | 'autoMergeBranches'>;

interface Change {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** By the number of changed lines; of the labels with `size/` only this one stays. */
export function sizeLabels(pull: Pull, { sizes }: Settings): Change {
  const lines = pull.additions + pull.deletions;
  const size = sizes.find(({ from }) => lines >= from);
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
  const kept = add.map((label) => label.toLowerCase());
  const others = labels
    .map((label) => label.toLowerCase())
    .filter((label) => label.startsWith(prefix));
  return { add, remove: others.filter((label) => !kept.includes(label)) };
}
