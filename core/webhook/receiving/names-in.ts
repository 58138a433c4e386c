import { Failure } from '#core/platform/failure.ts';
import type { RepositoryNames } from '../configuration/configuration.ts';
import { scanJson } from './scan-json.ts';

const shape = { repository: { name: 'text', full_name: 'text' } } as const;

/** What a code host allows: letters of other alphabets could be compared by two rules. */
const alphabets = { name: /^[\w.-]{1,100}$/, full_name: /^[\w./-]{1,201}$/ };

/** The repository of a payload; Failure('invalid') in the words of the interface, to be thrown after the
 * signature was checked. */
export function namesIn(bytes: Uint8Array): RepositoryNames | Failure {
  const body = scan(bytes);
  if (body === undefined) return badPayload('Invalid JSON payload');
  const repository = body?.repository;
  if (!repository) return badPayload('Missing repository in payload');
  for (const key of ['name', 'full_name'] as const) {
    const name = repository[key];
    if (!name) return badPayload(`Missing repository.${key} in payload`);
    if (!alphabets[key].test(name)) return badPayload(`Invalid repository.${key} in payload`);
  }
  return { name: repository.name ?? '', fullName: repository.full_name ?? '' };
}

interface Scanned {
  readonly repository?: {
    readonly name?: string | null;
    readonly full_name?: string | null;
  } | null;
}

/** Undefined: no JSON. */
function scan(bytes: Uint8Array): Scanned | null | undefined {
  try {
    return scanJson(bytes, shape) as Scanned | null;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function badPayload(message: string): Failure {
  return new Failure('invalid', 'bad_payload', message);
}
