import { createCipheriv, createHmac } from 'node:crypto';
import type { Service } from '#functions/manifest.ts';
import { secretName } from './names.ts';

const made = new Map<string, sst.Secret>();

/** The secrets of a service: for its functions, and for what runs in the worker image. One that
 * was never set ends the rollout, by name; an optional one is empty then. */
export function secretsOf({ secrets = [] }: Service) {
  const all = secrets.map((secret) => ({ ...secret, link: linked(secret) }));
  return {
    forFunctions: all.filter(({ isForWorker }) => !isForWorker).map(({ link }) => link),
    forWorker: all.map(({ link }) => link),
  };
}

function linked({ name, isOptional }: { name: string; isOptional?: true }): sst.Secret {
  const known = made.get(name);
  if (known) return known;
  const secret = new sst.Secret(secretName(name), ...(isOptional ? [''] : []));
  made.set(name, secret);
  return secret;
}

// Not imported at the top: SST reads its configuration before it has installed this package, and a
// bundle asks for what is imported at the top of any of its files.
const { RandomBytes } = await import('@pulumi/random');

let key: InstanceType<typeof RandomBytes> | undefined;

/** Variables for the image, which has no bundle where SST would lay the sealed secrets: no value
 * stands in a task definition, or in a function's settings. */
export function sealedSecrets(secrets: readonly sst.Secret[]) {
  key ??= new RandomBytes('WorkerKey', { length: 32 });
  const named = secrets.map(({ name, value }) => $resolve({ name, value }));
  const sealed = $resolve([key.base64, ...named]).apply((resolved) => {
    const [encryptionKey, ...values] = resolved as [string, ...{ name: string; value: string }[]];
    // A function has 4 kB for its variables: what is empty stays out.
    const entries = values
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => [name, { value }]);
    return seal(encryptionKey, JSON.stringify(Object.fromEntries(entries)));
  });
  return { SST_KEY: key.base64, LANTERN_SEALED: sealed };
}

/** AES-256-GCM: nonce, text, tag. The nonce comes from the text, so that the same secrets make no
 * new deployment and other ones never share it. */
function seal(base64: string, text: string): string {
  const encryptionKey = Buffer.from(base64, 'base64');
  const nonce = createHmac('sha256', encryptionKey).update(text).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
  const parts = [nonce, cipher.update(text), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64');
}
