import { allRows } from '#core/platform/all-rows.ts';
import { Failure, isFailure, isWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { hashApiKey, newApiKey } from './keys.ts';
import { assertRole, isReserved, type IdentityRules } from './rules.ts';
import { endSessionsOf } from './sessions.ts';
import { users, type User } from './tables.ts';

type Needs = Pick<Platform, 'records' | 'clock'>;

const usernamePattern = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,49}$/;
/** The limit of an unproven name, see recordName(); others match the pattern. */
const maxNameLength = 100;
const shortestKey = 16;
/** Characters that survive an Authorization header. */
const sendable = /^[\x21-\x7e][\x20-\x7e]{0,510}[\x21-\x7e]$/;

export interface PublicUser {
  readonly id: number;
  readonly username: string;
  readonly role: string;
  readonly created_at: string;
  /** Null: never, or the service does not record it. */
  readonly last_seen: string | null;
}

/** Only this result holds the key; it is not stored. */
export async function createUser(
  { records, clock }: Needs,
  rules: IdentityRules,
  input: {
    readonly username?: string | null | undefined;
    readonly role?: string | null | undefined;
  },
): Promise<{ username: string; api_key: string; role: string }> {
  const username = input.username ?? '';
  const role = input.role ?? rules.defaultRole;
  if (username === '') throw bad('missing_username', 'Username is required');
  if (isReserved(username))
    throw bad('reserved_username', `Username '${username.toLowerCase()}' is reserved`);
  if (!usernamePattern.test(username)) {
    const rule =
      'Use 2 to 50 letters, digits, dots, underscores and hyphens, beginning with a letter or digit.';
    throw bad('invalid_username', `Invalid username: '${username.slice(0, 60)}'. ${rule}`);
  }
  assertRole(rules, role);
  const api_key = newApiKey();
  const api_key_hash = hashApiKey(rules.secret, api_key);
  const id = await records.nextId('users');
  const created_at = clock.now().toISOString();
  try {
    await records.insert(users, { username, id, role, api_key_hash, created_at });
  } catch (error) {
    if (!isFailure(error, 'conflict')) throw error;
    if (!(await giveKey({ records }, username, { role, api_key_hash }))) {
      throw bad('user_exists', `User '${username}' already exists`);
    }
  }
  return { username, api_key, role };
}

/** Makes a name that acted without a key a user with one. False: it has a key. */
async function giveKey(
  { records }: Pick<Needs, 'records'>,
  username: string,
  changes: Pick<User, 'role' | 'api_key_hash'>,
): Promise<boolean> {
  const user = await records.get(users, { username });
  if (!user || user.api_key_hash !== null) return false;
  const expected = { id: user.id, api_key_hash: null };
  return isWritten(records.update(users, { username }, changes, expected));
}

/** Newest first. */
export async function listUsers(needs: Pick<Needs, 'records'>): Promise<PublicUser[]> {
  const all: PublicUser[] = [];
  for await (const rows of allRows(needs, users, { index: 'by_age', order: 'descending' })) {
    for (const { id, username, role, created_at, last_seen } of rows) {
      all.push({ id, username, role, created_at, last_seen });
    }
  }
  return all;
}

export async function readUser(
  { records }: Pick<Needs, 'records'>,
  username: string,
): Promise<User> {
  const user = username.length <= maxNameLength && (await records.get(users, { username }));
  if (user) return user;
  throw noUser(username);
}

/** Whether the user still exists. Work may outlast its user, and a later user may have the same name:
 * after a write in a user's name this says whether to keep it. True for callers without a row. */
export async function isSameUser(
  { records }: Pick<Needs, 'records'>,
  { username, userId }: { readonly username: string; readonly userId?: number | undefined },
): Promise<boolean> {
  return userId === undefined || (await records.get(users, { username }))?.id === userId;
}

export function noUser(username: string): Failure {
  return new Failure('missing', 'no_user', `User '${username.slice(0, 60)}' not found`);
}

export async function findUserByKey(
  { records }: Pick<Needs, 'records'>,
  { secret }: IdentityRules,
  key: string,
): Promise<User | undefined> {
  const where = { api_key_hash: hashApiKey(secret, key) };
  return (await records.list(users, { index: 'by_key', where, limit: 1 })).rows[0];
}

/** Replaces the user's key, by a generated one unless one is given, and ends all sessions. With an
 * id only that user's, not a later one's of the same name. */
export async function rotateKey(
  needs: Needs,
  rules: IdentityRules,
  { username, id }: { readonly username: string; readonly id?: number },
  newKey?: string,
): Promise<{ username: string; new_api_key: string }> {
  if (newKey !== undefined && newKey.length < shortestKey) {
    throw bad('short_key', `The key must be at least ${shortestKey} characters`);
  }
  if (newKey !== undefined && !sendable.test(newKey)) {
    const rule = 'at most 512 printable ASCII characters, with no space at an end';
    throw bad('bad_key', `The key must be ${rule}`);
  }
  if (newKey !== undefined && new Set(newKey).size <= 2) {
    throw bad('simple_key', 'Key is too simple');
  }
  const user = await readUser(needs, username);
  const key = newKey ?? newApiKey();
  try {
    const api_key_hash = hashApiKey(rules.secret, key);
    const expected = { id: id ?? user.id };
    await asNoUser(username, needs.records.update(users, { username }, { api_key_hash }, expected));
  } catch (error) {
    if (!isFailure(error, 'conflict', 'not_unique')) throw error;
    // Not "taken": that would reveal another user's key.
    throw bad('bad_key', 'This key cannot be used, choose another');
  }
  await endSessionsOf(needs, username);
  return { username, new_api_key: key };
}

/** The write's result; a missing row, or one of a later user of that name, is Failure('missing'). */
export async function asNoUser<Result>(username: string, write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (isFailure(error, 'missing') || isFailure(error, 'conflict', 'changed')) {
      throw noUser(username);
    }
    throw error;
  }
}

function bad(code: string, message: string): Failure {
  return new Failure('invalid', code, message);
}
