import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { sealer } from '#core/text/seal.ts';
import { analysisSecret } from '../identity.ts';
import { secretParams, type SecretParams } from '../schema/params.ts';

type Needs = Pick<Platform, 'environment' | 'secrets'>;

/** Encrypts under a key derived from APP_ENCRYPTION_KEY. Null: there is nothing to
 * keep. */
export async function sealSecrets(needs: Needs, secrets: SecretParams): Promise<string | null> {
  if (Object.values(secrets).every((value) => value === undefined)) return null;
  return seal(needs, JSON.stringify(secrets));
}

/** Failure('invalid', 'unreadable_secrets') if APP_ENCRYPTION_KEY is another one now. */
export async function openSecrets(needs: Needs, sealed: string | null): Promise<SecretParams> {
  return sealed === null ? {} : secretParams.parse(JSON.parse(await open(needs, sealed)));
}

export async function seal(needs: Needs, text: string): Promise<string> {
  return (await keyOf(needs)).seal(text);
}

export async function open(needs: Needs, sealed: string): Promise<string> {
  const key = await keyOf(needs);
  try {
    return key.open(sealed);
  } catch (cause) {
    const message =
      'The stored credentials cannot be decrypted: APP_ENCRYPTION_KEY has changed since. Give them again.';
    throw new Failure('invalid', 'unreadable_secrets', message, { cause });
  }
}

async function keyOf(needs: Needs) {
  return sealer(await analysisSecret(needs), 'lantern analysis credentials');
}
