import { randomBytes } from 'node:crypto';
import { Failure } from '../../../failure.ts';
import { assertBlobKey, assertBlobPrefix } from '../../rules/blob-key.ts';

/** Below the root; holds what is not complete. Not a name that a key may use. */
export const partsFolder = '.lantern';
/** In the folder of a published version: the fingerprints of its files. */
export const fingerprintsFile = '.lantern.json';
const generationName = /^\.(.+)\.gen-[0-9a-z]{16}$/u;

/** The folder of the first version of `<parent>/<name>/`, beside its link. The time in it makes
 * versions of a prefix that was deleted and published again have other names. */
export function firstGeneration(name: string): string {
  const time = Date.now().toString(36).padStart(9, '0');
  const random = BigInt(`0x${randomBytes(5).toString('hex')}`).toString(36);
  return `.${name}.gen-${time}${random.padStart(7, '0').slice(-7)}`;
}

/** The one name that may follow, and that sorts right behind: of two who publish, one gets it. */
export function nextGeneration(folder: string): string {
  return folder.replace(/[0-9a-y]z*$/, (end) => {
    const digit = (parseInt(end.charAt(0), 36) + 1).toString(36);
    return digit + '0'.repeat(end.length - 1);
  });
}

/** The published name of which a folder is a version; undefined for every other name. */
export function generationOf(folder: string): string | undefined {
  return generationName.exec(folder)?.[1];
}

/** Names that list() never shows and nobody may write under. */
export function isReserved(name: string, isTop: boolean): boolean {
  if (generationOf(name) !== undefined || name === fingerprintsFile) return true;
  return isTop && name === partsFolder;
}

export function assertWritableKey(key: string): void {
  assertBlobKey(key);
  assertNotReserved(key);
}

export function assertWritablePrefix(prefix: string): void {
  assertBlobPrefix(prefix);
  assertNotReserved(prefix);
}

function assertNotReserved(key: string): void {
  if (key.split('/').some((name, at) => isReserved(name, at === 0))) {
    throw new Failure('invalid', 'bad_key', `Not a key to write to: ${JSON.stringify(key)}`);
  }
}
