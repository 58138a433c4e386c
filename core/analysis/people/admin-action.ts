import * as z from 'zod/mini';
import { changeRole } from '#core/identity/change-role.ts';
import type { UserDone } from '#core/identity/pages/user-answers.ts';
import type { Caller } from '#core/identity/rules.ts';
import { createUser, rotateKey } from '#core/identity/users.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { analysisIdentity } from '../base/identity.ts';
import { deleteAnalysisUser } from './delete-user.ts';

/** The fields of the administrators' forms. */
const adminFields = z.object({
  task: z.enum(['make-user', 'new-key', 'change-role', 'remove-user']),
  username: z._default(z.string().check(z.trim()), ''),
  role: z.optional(z.string()),
});

export type AdminDone = UserDone | { readonly task: 'remove-user'; readonly username: string };

/** Does what an administrator's form asks for; the interface's routes do the same, one by one. */
export async function adminAction(
  needs: Pick<Platform, 'records' | 'clock' | 'environment' | 'secrets'>,
  { username: by }: Caller,
  fields: Readonly<Record<string, string>>,
): Promise<AdminDone> {
  const parsed = adminFields.safeParse(fields);
  if (!parsed.success) throw new Failure('invalid', 'unknown_task', 'Unknown task');
  const { task, username, role } = parsed.data;
  const rules = await analysisIdentity(needs);
  switch (task) {
    case 'make-user':
      return { task, ...(await createUser(needs, rules, { username, role })) };
    case 'new-key':
      return { task, ...(await rotateKey(needs, rules, { username })) };
    case 'change-role':
      return { task, ...(await changeRole(needs, rules, { username, role, by })) };
    case 'remove-user':
      await deleteAnalysisUser(needs, username, by);
      return { task, username };
  }
}
