import { createECDH } from 'node:crypto';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Secrets } from '#core/platform/ports/secrets.ts';

export interface VapidKeys {
  /** The uncompressed point and the scalar, base64url, as browsers and web-push write them. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The operator's pair when it is complete, else one of our own making, the same for ever. */
export async function readVapidKeys(
  environment: Environment,
  secrets: Secrets,
): Promise<VapidKeys> {
  const publicKey = environment['VAPID_PUBLIC_KEY'] ?? '';
  const privateKey = environment['VAPID_PRIVATE_KEY'] ?? '';
  if (publicKey !== '' && privateKey !== '') {
    assertBytes('VAPID_PUBLIC_KEY', publicKey, 65);
    assertBytes('VAPID_PRIVATE_KEY', privateKey, 32);
    return { publicKey, privateKey };
  }
  const kept = await secrets.keep('vapid-keys', () => JSON.stringify(makeVapidKeys()));
  return JSON.parse(kept) as VapidKeys;
}

function assertBytes(name: string, key: string, length: number) {
  if (/^[\w-]+$/.test(key) && Buffer.from(key, 'base64url').length === length) return;
  const problem = `${name} must be ${length} bytes in base64url without padding`;
  throw new Failure('configuration', 'bad_vapid_keys', problem);
}

export function makeVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // A scalar with leading zero bytes is given without them.
  const scalar = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: scalar.toString('base64url'),
  };
}
