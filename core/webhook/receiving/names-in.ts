import { isUtf8 } from 'node:buffer';
import { Failure } from '#core/platform/failure.ts';
import type { RepositoryNames } from '../configuration/configuration.ts';

/** What a code host allows: letters of other alphabets could be compared by two rules. */
const alphabets = { name: /^[\w.-]{1,100}$/, full_name: /^[\w./-]{1,201}$/ };

/** The repository of a payload; Failure('invalid') in the words of the interface, to be thrown after the
 * signature was checked. Undefined: the payload is no JSON. */
export function namesIn(payload: unknown): RepositoryNames | Failure {
  if (payload === undefined) return badPayload('Invalid JSON payload');
  const repository = valueOf(payload, 'repository');
  if (typeof repository !== 'object' || repository === null || Array.isArray(repository)) {
    return badPayload('Missing repository in payload');
  }
  const names = { name: '', full_name: '' };
  for (const key of ['name', 'full_name'] as const) {
    const name = valueOf(repository, key);
    if (typeof name !== 'string' || name === '') {
      return badPayload(`Missing repository.${key} in payload`);
    }
    if (!alphabets[key].test(name)) return badPayload(`Invalid repository.${key} in payload`);
    names[key] = name;
  }
  return { name: names.name, fullName: names.full_name };
}

function valueOf(object: unknown, key: string): unknown {
  return (object as Readonly<Record<string, unknown>> | null)?.[key];
}

/** Undefined: not UTF-8, or too dense. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes) || isDense(bytes)) return undefined;
  const { buffer, byteOffset, byteLength } = bytes;
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}

/** Undefined: no JSON. Of a key that is there twice the last one counts, here and in every later
 * step. */
export function parseBody(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Far more values than a code host sends. */
const maxMarks = 500_000;
const marks = new Set(Buffer.from('[{,'));

/** Short values take a hundred times the memory of their bytes, which are not authenticated yet. */
function isDense(bytes: Uint8Array): boolean {
  let count = 0;
  if (bytes.length > maxMarks) for (const byte of bytes) if (marks.has(byte)) count += 1;
  return count > maxMarks;
}

function badPayload(message: string): Failure {
  return new Failure('invalid', 'bad_payload', message);
}
