import { createDecipheriv } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Failure } from './failure.ts';
import type { Environment } from './ports.ts';

let read: Environment | undefined;

/** The process environment over the file `.env` of the working directory, over what the rollout
 * has linked; read once. */
export function environment(): Environment {
  if (read) return read;
  if (existsSync('.env')) {
    try {
      process.loadEnvFile('.env');
    } catch (cause) {
      throw new Failure(
        'configuration',
        'unreadable_env',
        'The file .env cannot be read: check its owner and mode, or remove it',
        { cause },
      );
    }
  }
  read = environmentOf(process.env, readFileSync);
  return read;
}

/** An empty value is how compose files and shells say "not set": defaults stand under it. */
export function environmentOf(
  variables: Environment,
  readFile: (path: string) => Uint8Array,
): Environment {
  const isSet = ([, value]: [string, string | undefined]) => value?.trim();
  const linked = Object.entries(linkedSecrets(variables, readFile)).filter(isSet);
  const given = Object.entries(variables).filter(isSet);
  return Object.freeze(Object.fromEntries([...linked, ...given]));
}

/**
 * SST seals what is linked to a function with the key in SST_KEY, in the file SST_KEY_FILE of its
 * bundle; the rollout seals it likewise into LANTERN_SEALED for the worker image. `sst shell`
 * exports it as it is. SST's own reader is as small, but comes with the whole tool, which the image
 * does without, and knows no seal in a variable.
 */
function linkedSecrets(
  variables: Environment,
  readFile: (path: string) => Uint8Array,
): Record<string, string> {
  const { SST_KEY: key, SST_KEY_FILE: file, LANTERN_SEALED: sealed } = variables;
  const linked: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(variables)) {
    if (!name.startsWith('SST_RESOURCE_') || !text) continue;
    linked[name.slice('SST_RESOURCE_'.length)] = opened(name, () => JSON.parse(text) as unknown);
  }
  if (key && file) {
    const content = opened(file, () => unseal(key, Buffer.alloc(12), readFile(file)));
    Object.assign(linked, content);
  }
  if (key && sealed) {
    const bytes = Buffer.from(sealed, 'base64');
    const content = opened('LANTERN_SEALED', () =>
      unseal(key, bytes.subarray(0, 12), bytes.subarray(12)),
    );
    Object.assign(linked, content);
  }
  return Object.fromEntries(
    Object.entries(linked).flatMap(([name, resource]) => {
      const value = (resource as { value?: unknown } | null)?.value;
      return typeof value === 'string' ? [[variableOf(name), value]] : [];
    }),
  );
}

/** SST's names have no marks: AdminKey is ADMIN_KEY. */
function variableOf(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase();
}

/** AES-256-GCM with the tag at the end. */
function unseal(key: string, nonce: Uint8Array, sealed: Uint8Array): unknown {
  const tagAt = sealed.length - 16;
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce);
  decipher.setAuthTag(sealed.subarray(tagAt));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, tagAt)), decipher.final()]);
  return JSON.parse(text.toString());
}

function opened<Content>(what: string, read: () => Content): Content {
  try {
    return read();
  } catch (cause) {
    const message = `${what} cannot be read: roll out again`;
    throw new Failure('configuration', 'bad_link', message, { cause });
  }
}
