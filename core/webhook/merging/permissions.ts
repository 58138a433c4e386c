import { lazy } from '#core/platform/lazy.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { readOwners } from '../pulls/owners.ts';
import { mayWrite } from '../pulls/people.ts';
import type { Pull } from '../pulls/pull.ts';
import { allowedPrefix, listVerdicts } from './verdicts.ts';

/**
 * Who may give a command. `member`: may push, or an OWNERS file names the person; `helper`: also whom
 * `/add-allowed-user` names; `merger`: may push, or is an approver; `approver`: is an approver, or may push
 * where no OWNERS file has approvers.
 */
type Role = 'helper' | 'member' | 'merger' | 'approver';

const roleTexts: Readonly<Record<Role, string>> = {
  helper:
    'people who may push to the repository, or whom an OWNERS file or `/add-allowed-user` names',
  member: 'people who may push to the repository, or whom an OWNERS file names',
  merger: 'people who may push to the repository, and approvers of an OWNERS file',
  approver: 'approvers of an OWNERS file',
};

export interface Rule {
  readonly role: Role;
  /** The author may give it without the role. */
  readonly isForAuthor?: boolean;
  /** The author does not decide about the change. */
  readonly isNotForAuthor?: boolean;
  /** For the welcome. */
  readonly example?: string;
  readonly effect: string;
}

/** Every command, in the order of the welcome. */
export const commands = {
  wip: { role: 'member', isForAuthor: true, effect: 'work in progress: it cannot be merged' },
  hold: { role: 'member', effect: 'holds the merge back' },
  verified: { role: 'member', effect: 'the change was tried out' },
  lgtm: { role: 'member', isNotForAuthor: true, effect: 'looks good' },
  approve: {
    role: 'approver',
    isNotForAuthor: true,
    effect: 'approves the files of which you are an approver',
  },
  automerge: { role: 'merger', effect: 'merges it as soon as nothing is missing' },
  retest: {
    role: 'helper',
    example: '/retest all',
    effect: 'reruns the checks, or only those named',
  },
  'ok-to-test': { role: 'member', effect: 'runs the checks on these commits of a fork' },
  'cherry-pick': {
    role: 'merger',
    example: '/cherry-pick <branch>',
    effect: 'cherry-picks it to another branch once it is merged',
  },
  'cherry-pick-retry': {
    role: 'merger',
    effect: 'retries the cherry-picks that its labels ask for',
  },
  rebase: {
    role: 'helper',
    isForAuthor: true,
    effect: 'rebases it onto its base branch; `/rebase merge` merges the base branch instead',
  },
  'assign-reviewers': { role: 'helper', effect: 'requests reviews from the reviewers in OWNERS' },
  'assign-reviewer': {
    role: 'helper',
    example: '/assign-reviewer @user',
    effect: 'requests one review',
  },
  'add-allowed-user': {
    role: 'merger',
    example: '/add-allowed-user @user',
    effect: 'lets a person use `/retest` and other commands that do not approve or merge',
  },
  'security-override': {
    role: 'merger',
    effect: 'confirms that suspicious paths and committers of these commits were reviewed',
  },
  'check-can-merge': {
    role: 'helper',
    isForAuthor: true,
    effect: 'looks again at what is missing',
  },
  reprocess: { role: 'member', effect: 'repeats the setup of a new pull request' },
  analyze: { role: 'helper', effect: 'explains a failed check' },
} satisfies Readonly<Record<string, Rule>>;

export type CommandName = keyof typeof commands;

/** Asks the code host only for what a role needs, and once. */
export function permissions(
  context: Pick<HandlerContext, 'scm' | 'settings' | 'platform'>,
  pull: Pull,
  login: string,
): (role: Role) => Promise<boolean> {
  const writes = lazy(() => mayWrite(context, login));
  const owners = lazy(() => readOwners(context, pull));
  const name = lowerAscii(login);

  return async (role) => {
    if (role === 'approver') {
      const { approvers, problems } = await owners();
      if (approvers.has(name)) return true;
      // A file that cannot be read may name approvers.
      return approvers.size === 0 && problems.length === 0 && writes();
    }
    if (await writes()) return true;
    const { approvers, people } = await owners();
    if ((role === 'merger' ? approvers : people).has(name)) return true;
    return role === 'helper' && (await isAllowed(context, pull, name));
  };
}

async function isAllowed(
  context: Pick<HandlerContext, 'settings' | 'platform'>,
  pull: Pull,
  name: string,
): Promise<boolean> {
  const verdicts = await listVerdicts(context, pull);
  return verdicts.some(({ verdict }) => verdict === allowedPrefix + name);
}

/** Why the person may not give the command. Undefined: nothing is against it. */
export async function refusalOf(
  context: Pick<HandlerContext, 'scm' | 'settings' | 'platform'>,
  pull: Pull,
  { name, login }: { readonly name: CommandName; readonly login: string },
  may = permissions(context, pull, login),
): Promise<string | undefined> {
  const { role, isForAuthor, isNotForAuthor }: Rule = commands[name];
  const isAuthor = lowerAscii(login) === lowerAscii(pull.author);
  if (isNotForAuthor && isAuthor) return 'the author of a pull request cannot use it.';
  if ((isForAuthor && isAuthor) || (await may(role))) return undefined;
  return `it is for ${roleTexts[role]}.`;
}
