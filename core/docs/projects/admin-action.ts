import * as z from 'zod/mini';
import { grant, revoke } from '#core/identity/grants.ts';
import type { Caller } from '#core/identity/rules.ts';
import { rotateKey } from '#core/identity/users.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { assertProjectName } from '../schema.ts';
import { docsIdentity } from './identity.ts';
import { createDocsUser, deleteDocsUser, ownerNamed, projectExists, userNamed } from './users.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'feed' | 'clock' | 'environment'>;

const text = z._default(z.string(), '');

/** The fields of the administrators' forms. */
const adminFields = z.object({
  /** Not `action`: a form's own property of that name would be hidden by it. */
  task: z.enum(['make-user', 'new-key', 'remove-user', 'let-in', 'shut-out']),
  username: text,
  role: z.optional(z.string()),
  project: text,
  owner: text,
});

export type AdminDone =
  | { readonly task: 'make-user'; username: string; api_key: string; role: string }
  | { readonly task: 'new-key'; username: string; new_api_key: string }
  | { readonly task: 'remove-user'; readonly deleted: string }
  | {
      readonly task: 'let-in' | 'shut-out';
      readonly username: string;
      readonly project: string;
      readonly owner: string;
    };

/** Does what an administrator's form asks for; the interface's routes do the same, one by one. */
export async function adminAction(
  needs: Needs,
  caller: Caller,
  fields: Readonly<Record<string, string>>,
): Promise<AdminDone> {
  const parsed = adminFields.safeParse(fields);
  if (!parsed.success) throw new Failure('invalid', 'unknown_task', 'Unknown task');
  const { task, username, role, project: name, owner } = parsed.data;
  const rules = docsIdentity(needs.environment);
  switch (task) {
    case 'make-user':
      return { task, ...(await createDocsUser(needs, { username: username.trim(), role })) };
    case 'new-key':
      return { task, ...(await rotateKey(needs, rules, { username: userNamed(username) })) };
    case 'remove-user':
      await deleteDocsUser(needs, userNamed(username), caller.username);
      return { task, deleted: username };
    default: {
      const key = { name, owner: ownerNamed(owner) };
      userNamed(username);
      assertProjectName(name);
      if (task === 'shut-out') await revoke(needs, key, username);
      else await grant(needs, key, username, (project) => projectExists(needs, project));
      return { task, username, project: name, owner };
    }
  }
}
