import { text as readAll } from 'node:stream/consumers';
import { ago } from '../line/ago.ts';
import { confirm } from '../line/confirm.ts';
import { usage } from '../line/group.ts';
import { print } from '../line/shell.ts';
import { aligned } from '../line/table.ts';
import type { DocsContext } from './context.ts';

interface User {
  readonly username: string;
  readonly role: string;
  readonly created_at: string;
}

const once = 'The API key is shown once: save it now.';

export async function listUsers({ client, options, shell }: DocsContext) {
  const answer = await client.ask<{ users: User[] }>({ path: '/api/admin/users' });
  const rows = answer.users.map((user) => [user.username, user.role, ago(user.created_at)]);
  const text = aligned([['USERNAME', 'ROLE', 'ADDED'], ...rows]);
  print(
    shell,
    options,
    answer,
    rows.length === 0 ? 'No users yet: lantern docs users add <name>' : text,
  );
}

export async function addUser(
  { client, options, shell }: DocsContext,
  [username]: readonly string[],
) {
  const { role } = options;
  const body = { username: named(username), ...(role !== undefined && { role }) };
  const user = await client.ask<{ username: string; role: string; api_key: string }>({
    method: 'POST',
    path: '/api/admin/users',
    body,
  });
  const text = `Added ${user.username} (${user.role}). ${once}\n${user.api_key}`;
  print(shell, options, user, text);
}

export async function removeUser(context: DocsContext, [username]: readonly string[]) {
  const { client, options, shell } = context;
  const path = `/api/admin/users/${encodeURIComponent(named(username))}`;
  const question = async () => `Remove ${username ?? ''} and all of their projects?`;
  if (!(await confirm(context, question))) return 1;
  print(shell, options, await client.ask({ method: 'DELETE', path }), `Removed ${username ?? ''}`);
}

/** Replaces the caller's own key, or as an administrator another user's. A chosen key comes from
 * standard input: every process of the machine can read arguments. */
export async function rotateKey(
  { client, options, shell }: DocsContext,
  [username]: readonly string[],
) {
  const body = options.stdin ? { new_key: (await readAll(shell.stdin)).trim() } : {};
  const path =
    username === undefined
      ? '/api/me/rotate-key'
      : `/api/admin/users/${encodeURIComponent(username)}/rotate-key`;
  const user = await client.ask<{ username: string; new_api_key: string }>({
    method: 'POST',
    path,
    body,
  });
  const text = options.stdin
    ? `The API key of ${user.username} was replaced.`
    : `The API key of ${user.username} was replaced. ${once}\n${user.new_api_key}`;
  print(shell, options, user, text);
}

function named(username: string | undefined): string {
  if (username === undefined) throw usage('Give the name of a user');
  return username;
}
