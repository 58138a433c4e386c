import { lowerAscii } from '#core/text/ascii.ts';
import type { HandlerContext } from '../handler.ts';
import { readOwners, type Owners } from '../owners/read-owners.ts';
import { mayWrite } from '../shared/may-write.ts';
import type { Pull } from '../shared/read-pull.ts';
import type { CommandName } from './read-commands.ts';

/**
 * Who may give a command. `member`: may push, or an OWNERS file names the person; `merger`: may push,
 * or is an approver; `approver`: is an approver, or may push where no OWNERS file has approvers.
 */
type Role = 'member' | 'merger' | 'approver';

const roleTexts: Readonly<Record<Role, string>> = {
  member: 'people who may push to the repository, or whom an OWNERS file names',
  merger: 'people who may push to the repository, and approvers of an OWNERS file',
  approver: 'approvers of an OWNERS file',
};

interface Rule {
  readonly role: Role;
  /** The author may give it without the role. */
  readonly isForAuthor?: boolean;
  /** The author does not decide about the change. */
  readonly isNotForAuthor?: boolean;
}

const rules: Readonly<Record<CommandName, Rule>> = {
  wip: { role: 'member', isForAuthor: true },
  hold: { role: 'member' },
  verified: { role: 'member' },
  lgtm: { role: 'member', isNotForAuthor: true },
  approve: { role: 'approver', isNotForAuthor: true },
  automerge: { role: 'merger' },
  retest: { role: 'member' },
  'cherry-pick': { role: 'merger' },
  'assign-reviewers': { role: 'member' },
  'assign-reviewer': { role: 'member' },
  'check-can-merge': { role: 'member', isForAuthor: true },
  reprocess: { role: 'member' },
  analyze: { role: 'member' },
};

/** Asks the code host only for what a role needs, and once. */
export function permissions(
  context: Pick<HandlerContext, 'scm' | 'settings'>,
  pull: Pull,
  login: string,
): (role: Role) => Promise<boolean> {
  let writing: Promise<boolean> | undefined;
  let reading: Promise<Owners> | undefined;
  const writes = () => (writing ??= mayWrite(context, login));
  const owners = () => (reading ??= readOwners(context, pull));
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
    return (role === 'merger' ? approvers : people).has(name);
  };
}

/** Why the person may not give the command. Undefined: nothing is against it. */
export async function refusalOf(
  context: Pick<HandlerContext, 'scm' | 'settings'>,
  pull: Pull,
  { name, login }: { readonly name: CommandName; readonly login: string },
  may = permissions(context, pull, login),
): Promise<string | undefined> {
  const { role, isForAuthor, isNotForAuthor } = rules[name];
  const isAuthor = lowerAscii(login) === lowerAscii(pull.author);
  if (isNotForAuthor && isAuthor) return 'the author of a pull request cannot give it.';
  if ((isForAuthor && isAuthor) || (await may(role))) return undefined;
  return `it is for ${roleTexts[role]}.`;
}
