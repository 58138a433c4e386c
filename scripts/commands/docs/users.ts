import { text as readAll } from 'node:stream/consumers';
import { aligned } from '../table.ts';
import type { DocsClient } from './client.ts';
import { print, usage, type DocsOptions } from './options.ts';

interface User {
  readonly username: string;
  readonly role: string;
  readonly created_at: string;
}

const once = 'This is shown once: keep it now.';

export async function listUsers(client: DocsClient, _: readonly string[], options: DocsOptions) {
  const answer = await client.ask<{ users: User[] }>('GET', '/api/admin/users');
  const rows = answer.users.map(({ username, role, created_at }) => [username, role, created_at]);
  print(options, answer, aligned([['USERNAME', 'ROLE', 'MADE'], ...rows]));
}

export async function addUser(
  client: DocsClient,
  [username]: readonly string[],
  options: DocsOptions,
) {
  if (username === undefined) throw usage('Name the user');
  const { role } = options;
  const body = { username, ...(role !== undefined && { role }) };
  const made = await client.ask<{ username: string; role: string; api_key: string }>(
    ...(['POST', '/api/admin/users', body] as const),
  );
  print(options, made, `Made ${made.username} (${made.role}). ${once}\n${made.api_key}`);
}

export async function removeUser(
  client: DocsClient,
  [username]: readonly string[],
  options: DocsOptions,
) {
  if (username === undefined) throw usage('Name the user');
  const path = `/api/admin/users/${encodeURIComponent(username)}`;
  print(options, await client.ask('DELETE', path), `Removed ${username}`);
}

/** One's own key, or as an administrator another user's. A key of one's own making comes by
 * standard input, never as an argument, which every process of the machine can read. */
export async function rotateKey(
  client: DocsClient,
  [username]: readonly string[],
  options: DocsOptions,
) {
  const body = options.stdin ? { new_key: (await readAll(process.stdin)).trim() } : {};
  const path =
    username === undefined
      ? '/api/me/rotate-key'
      : `/api/admin/users/${encodeURIComponent(username)}/rotate-key`;
  const made = await client.ask<{ username: string; new_api_key: string }>('POST', path, body);
  const text = options.stdin
    ? `The key of ${made.username} was replaced.`
    : `The key of ${made.username} was replaced. ${once}\n${made.new_api_key}`;
  print(options, made, text);
}
