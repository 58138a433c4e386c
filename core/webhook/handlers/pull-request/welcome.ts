import type { RepositorySettings } from '../../configuration/repository-settings.ts';
import { quote } from '../shared/quote.ts';
import { canBeMerged } from '../labels/label-names.ts';

const commands = [
  ['/wip', 'work in progress: it cannot be merged'],
  ['/hold', 'holds the merge back'],
  ['/verified', 'the change was tried out'],
  ['/lgtm', 'looks good'],
  ['/approve', 'approves the files of which you are an approver'],
  ['/automerge', 'merges it as soon as nothing is missing'],
  ['/retest all', 'runs the checks again; names of checks run those alone'],
  ['/cherry-pick <branch>', 'brings it to another branch once it is merged'],
  ['/assign-reviewers', 'requests reviews from the reviewers in OWNERS'],
  ['/assign-reviewer @user', 'requests one review'],
  ['/check-can-merge', 'looks again at what is missing'],
  ['/reprocess', 'does again what happens to a new pull request'],
  ['/analyze', 'explains a failed check'],
] as const;

/** The first comment on a pull request. */
export function welcomeText({ welcomeExtraInfo: extra }: RepositorySettings): string {
  const rows = commands.map(([command, effect]) => `| ${quote(command)} | ${effect} |`);
  return [
    '## Welcome',
    '',
    `Labels, reviewers and the assignee are set. The check ${quote(canBeMerged)} lists what is ` +
      'still missing before this can be merged; it changes as you go on.',
    '',
    'A line of a comment that begins with one of these does the following. Most take `cancel`.',
    '',
    '| command | effect |',
    '| --- | --- |',
    ...rows,
    ...(extra === undefined ? [] : ['', extra]),
  ].join('\n');
}
