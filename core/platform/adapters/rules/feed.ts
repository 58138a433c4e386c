import { Failure } from '../../failure.ts';

const largestEntry = 256 * 1024;
/** A transaction of DynamoDB takes 4 MB. */
const largestAppend = 3 * 1024 * 1024;

/** Entries that a read gives unless it asks for fewer. */
export const feedPage = 1_000;

export function assertEntries(bodies: readonly string[]): void {
  let bytes = 0;
  for (const body of bodies) {
    const size = Buffer.byteLength(body);
    if (size > largestEntry) throw tooLarge('entry', 'An entry takes at most 256 KiB');
    bytes += size;
  }
  if (bytes > largestAppend) throw tooLarge('append', 'An append takes at most 3 MiB in all');
}

function tooLarge(what: string, message: string): Failure {
  return new Failure('too-large', `${what}_too_large`, message);
}
