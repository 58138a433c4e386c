import type { Caller } from '../identity/rules.ts';
import { rotateKey } from '../identity/users.ts';
import { Failure } from '../platform/failure.ts';
import type { Platform } from '../platform/ports.ts';
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
