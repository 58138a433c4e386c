import * as z from 'zod/mini';
import type { Caller } from '#core/identity/rules.ts';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { open, seal } from '../base/configuration/sealed.ts';
import { userTokens } from '../base/tables/tables.ts';

type Needs = Pick<Platform, 'records' | 'clock' | 'environment' | 'secrets'>;

const names = ['scm_token', 'tracker_email', 'tracker_token'] as const;
type Name = (typeof names)[number];

/** In a header these would end the line. */
const token = z.optional(
  z.string().check(
    z.maxLength(1024),
    z.refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters'),
  ),
);
/** Absent: unchanged. Empty: removed. */
export const tokenChanges = z.strictObject({
  scm_token: token,
  tracker_email: token,
  tracker_token: token,
});
export const maskedTokens = z.object({
  scm_token: z.string(),
  tracker_email: z.string(),
  tracker_token: z.string(),
});

/**
 * Whose tokens or devices these are. A username cookie proves nothing: what is stored under it can be replaced
 * and used by everyone who sends the same name. So a user who proved who they are has tokens of
 * their own, which no cookie reaches, nor a later user of the same name.
 */
export function ownerOf({ username, via, userId }: Caller): string {
  if (via === 'name' || via === 'nothing') return `name:${username}`;
  if (via === 'proxy') return `proxy:${username}`;
  return userId === undefined ? 'admin' : `user:${userId}`;
}

/** The caller's tokens in clear text; those that cannot be decrypted any more are absent. */
export async function readUserTokens(
  needs: Needs,
  caller: Caller,
): Promise<Readonly<Record<Name, string>>> {
  const row = await needs.records.get(userTokens, { owner: ownerOf(caller) });
  const values = names.map(async (name) => [name, await opened(needs, row?.[name])] as const);
  return Object.fromEntries(await Promise.all(values)) as Record<Name, string>;
}

async function opened(needs: Needs, sealed: string | null | undefined): Promise<string> {
  if (!sealed) return '';
  try {
    return await open(needs, sealed);
  } catch (error) {
    if (isFailure(error, 'invalid', 'unreadable_secrets')) return '';
    throw error;
  }
}

/** Only the last four characters, of a value that is long enough to keep the rest secret. */
export async function readMaskedTokens(
  needs: Needs,
  caller: Caller,
): Promise<z.output<typeof maskedTokens>> {
  const tokens = await readUserTokens(needs, caller);
  const masked = names.map((name) => [name, mask(tokens[name])] as const);
  return Object.fromEntries(masked) as z.output<typeof maskedTokens>;
}

function mask(value: string): string {
  return value === '' ? '' : `****${value.length >= 8 ? value.slice(-4) : ''}`;
}

export async function changeUserTokens(
  needs: Needs,
  caller: Caller,
  changes: z.output<typeof tokenChanges>,
): Promise<void> {
  const columns: Partial<Record<Name, string | null>> = {};
  for (const name of names) {
    const value = changes[name]?.trim();
    if (value !== undefined) columns[name] = value === '' ? null : await seal(needs, value);
  }
  const updated_at = needs.clock.now().toISOString();
  await needs.records.put(userTokens, { owner: ownerOf(caller), updated_at, ...columns });
}

export async function forgetTokens(
  { records }: Pick<Needs, 'records'>,
  userId: number,
): Promise<void> {
  await records.delete(userTokens, { owner: `user:${userId}` });
}
