import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { analysisSecret } from '../identity.ts';
import { secretParams, type SecretParams } from '../schema/params.ts';

type Needs = Pick<Platform, 'environment' | 'secrets'>;

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts with AES-256-GCM under a key derived from APP_ENCRYPTION_KEY. Null: there is nothing to
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
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, await keyOf(needs), iv);
  const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

export async function open(needs: Needs, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url');
  const key = await keyOf(needs);
  try {
    const options = { authTagLength: tagBytes };
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), options);
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = decipher.update(bytes.subarray(ivBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (cause) {
    const message =
      'The stored credentials cannot be decrypted: APP_ENCRYPTION_KEY has changed since. Give them again.';
    throw new Failure('invalid', 'unreadable_secrets', message, { cause });
  }
}

async function keyOf(needs: Needs): Promise<Buffer> {
  const secret = await analysisSecret(needs);
  return Buffer.from(hkdfSync('sha256', secret, '', 'lantern analysis credentials', 32));
}
