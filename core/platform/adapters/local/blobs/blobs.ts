import type { Blobs } from '../../../ports/blobs.ts';
import { assertBlobKey, assertBlobListPrefix, assertBlobPrefix } from '../../rules/blob-key.ts';
import { openBlobFolder } from './folder.ts';
import { assertWritableKey, assertWritablePrefix } from './names.ts';
import { listBlobs } from './list.ts';
import { headBlob, leadsOutside, readBlob } from './read.ts';
import { blobVersions } from './versions.ts';
import { blobWriter } from './write.ts';
import { onDisk } from '../../rules/storage-failure.ts';

export interface LocalBlobsOptions {
  /** Made when absent. Keys are paths below it; links below it are never followed. */
  readonly directory: string;
}

/**
 * Blobs as files. Beyond the port: no key is a folder of another ("a" and "a/b"), the second to
 * come is Failure('conflict', 'blocked'). The body of a large blob holds a file open until it is
 * read to its end or given up with return().
 */
export function localBlobs({ directory }: LocalBlobsOptions): Blobs {
  const folder = openBlobFolder(directory);
  const writer = blobWriter(folder);
  const { write, remove } = writer;
  const versions = blobVersions(folder, writer);

  return {
    foldsCase: folder.foldsCase,

    async put(key, body, { isCache = false } = {}) {
      assertWritableKey(key);
      return write(key, body, isCache);
    },

    async get(key, { range } = {}) {
      assertBlobKey(key);
      return onDisk(async () => readBlob(folder, key, range));
    },

    async head(key) {
      assertBlobKey(key);
      return onDisk(async () => headBlob(folder, key));
    },

    async *list(prefix) {
      assertBlobListPrefix(prefix);
      yield* listBlobs(folder, prefix);
    },

    async delete(key) {
      assertBlobKey(key);
      return onDisk(() => remove(key));
    },

    async deletePrefix(prefix) {
      assertBlobPrefix(prefix);
      return onDisk(() => versions.removeFolder(prefix));
    },

    async newVersion(prefix) {
      assertWritablePrefix(prefix);
      return onDisk(() => versions.begin(prefix));
    },

    async published(prefix) {
      assertBlobPrefix(prefix);
      return onDisk(() => versions.published(prefix));
    },

    async leadsOutside(prefix, key) {
      assertBlobPrefix(prefix);
      assertBlobKey(key);
      return onDisk(() => leadsOutside(folder, prefix, key));
    },

    async link(key) {
      assertBlobKey(key);
      return undefined;
    },
  };
}
