import { Failure } from '../../../failure.ts';
import type { Environment } from '../../../ports/environment.ts';
import type { Secrets } from '../../../ports/secrets.ts';

export interface VapidKeys {
  /** The uncompressed point in base64url. */
  readonly publicKey: string;
  /** The scalar, 32 bytes, in base64url. */
  readonly privateKey: string;
}

/** The operator's pair if both keys are set, else a pair that is generated once and kept. */
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
  const { default: library } = await import('web-push');
  const text = await secrets.keep('vapid-keys', () => JSON.stringify(library.generateVAPIDKeys()));
  return JSON.parse(text) as VapidKeys;
}

function assertBytes(name: string, key: string, length: number) {
  if (/^[\w-]+$/.test(key) && Buffer.from(key, 'base64url').length === length) return;
  const problem = `${name} must be ${length} bytes in base64url without padding`;
  throw new Failure('configuration', 'bad_vapid_keys', problem);
}
