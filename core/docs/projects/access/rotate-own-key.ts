import type { Caller } from '#core/identity/rules.ts';
import { rotateKey } from '#core/identity/users.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { docsIdentity } from './identity.ts';

/** A new key for the caller, whose sessions all end. */
export async function rotateOwnKey(
  needs: Pick<Platform, 'records' | 'clock' | 'environment'>,
  caller: Caller,
  newKey?: string,
): Promise<{ username: string; new_api_key: string }> {
  const { username, userId } = caller;
  if (userId === undefined) {
    const message = 'ADMIN_KEY users cannot rotate keys. Change the ADMIN_KEY setting instead.';
    throw new Failure('invalid', 'admin_key', message);
  }
  return rotateKey(needs, docsIdentity(needs.environment), { username, id: userId }, newKey);
}
