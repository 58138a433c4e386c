import type { HandlerContext } from '../handler.ts';
import { readOwners, type Owners } from '../owners/read-owners.ts';
import { mayWrite } from '../shared/may-write.ts';
import type { Pull } from '../shared/read-pull.ts';

/**
 * Who may give a command. `member`: may push, or an OWNERS file names the person; `merger`: may push,
 * or is an approver; `approver`: is an approver, or may push where no OWNERS file has approvers.
 */
export type Role = 'member' | 'merger' | 'approver';

export const roleTexts: Readonly<Record<Role, string>> = {
  member: 'people who may push to the repository, or whom an OWNERS file names',
  merger: 'people who may push to the repository, and approvers of an OWNERS file',
  approver: 'approvers of an OWNERS file',
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
  const name = login.toLowerCase();

  return async (role) => {
    if (role === 'approver') {
      const { approvers } = await owners();
      return approvers.size > 0 ? approvers.has(name) : writes();
    }
    if (await writes()) return true;
    const { approvers, people } = await owners();
    return (role === 'merger' ? approvers : people).has(name);
  };
}
