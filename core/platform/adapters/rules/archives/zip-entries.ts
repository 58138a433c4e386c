import { getFileNameLowLevel, openPromise, type Entry } from 'yauzl';
import type { ForeignEntry } from './foreign-entry.ts';

const unixTypes = 0xf000;
const unixFile = 0x8000;
const unixFolder = 0x4000;

export async function* zipEntries(file: string): AsyncGenerator<ForeignEntry> {
  // With decoded names one bad name would end the whole archive.
  const zip = await openPromise(file, { decodeStrings: false, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      yield { name, kind: kindOf(entry, name), body: () => zip.openReadStreamPromise(entry) };
    }
  } finally {
    zip.close();
  }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

function kindOf(entry: Entry, name: string): ForeignEntry['kind'] {
  const type = (entry.externalFileAttributes >>> 16) & unixTypes;
  if (name.endsWith('/') || type === unixFolder) return 'folder';
  // Without a type it was made on a system that has none.
  return type === 0 || type === unixFile ? 'file' : 'other';
}
