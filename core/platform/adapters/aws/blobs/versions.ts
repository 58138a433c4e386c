import { randomBytes } from 'node:crypto';
import type { BlobInfo, BlobVersion } from '../../../ports/blobs.ts';
import { Failure } from '../../../failure.ts';
import { assertBlobKey, assertFingerprint } from '../../rules/blob-key.ts';
import { byCodePoint } from '../../rules/by-code-point.ts';
import {
  infoOf,
  loadManifest,
  type Manifest,
  manifestKey,
  manifests,
  manifestText,
  type PublishedFile,
} from './manifest.ts';
import type { S3Objects } from './objects.ts';
import { pointers } from './pointer.ts';
import { objectKey, publishedUnder } from './published-under.ts';
import { sweepVersions } from './sweep-versions.ts';

export type BlobVersions = ReturnType<typeof blobVersions>;

/**
 * What is published under a prefix lies in three places:
 * - `@published/<prefix>@pointer` names the version that readers see.
 * - `@published/<prefix>@version-<id>/@files` is the manifest of a version.
 * - `@published/<prefix>@upload-<id>/<fingerprint>` are the objects that a version brought. Later
 *   manifests name them as well: nothing is copied. The id keeps a fingerprint that comes again
 *   apart from the object that a sweep is about to delete.
 */
export function blobVersions(objects: S3Objects, now: () => number) {
  const readManifest = manifests(objects);
  const pointer = pointers(objects);

  async function begin(prefix: string): Promise<BlobVersion> {
    const before = await pointer.read(prefix);
    const earlier: Manifest = (before && (await readManifest(before.generation))) ?? new Map();
    const id = `${now().toString(36)}-${randomBytes(6).toString('hex')}`;
    const version = `${publishedUnder(prefix)}@version-${id}/`;
    const files = new Map<string, PublishedFile>();
    let uploads = 0;
    let isOver = false;

    return {
      keep(path, fingerprint) {
        const file = earlier.get(path);
        if (file?.fingerprint !== fingerprint) return false;
        files.set(path, file);
        return true;
      },

      async put(path, fingerprint, body) {
        assertBlobKey(version + path);
        assertFingerprint(fingerprint);
        uploads += 1;
        const key = objectKey(prefix, { upload: id, fingerprint });
        const { size, etag } = await objects.put(key, body);
        files.set(path, { path, fingerprint, upload: id, size, etag });
      },

      async publish(confirm = async () => {}) {
        if (files.size === 0) {
          throw new Failure('missing', 'no_blobs', `There is nothing to publish at ${prefix}`);
        }
        if (uploads === 0 && files.size === earlier.size) return;
        await objects.put(manifestKey(version), manifestText(files));
        await confirm();
        // Even where this fails the pointer may have moved.
        isOver = true;
        await pointer.move(prefix, before, version);
        // Published: what a sweep leaves, a later one deletes.
        const sweeping = {
          prefix,
          live: [version, before?.generation],
          replaced: before?.previous ?? undefined,
          now: now(),
        };
        await sweepVersions({ objects, readManifest }, sweeping).catch(() => undefined);
      },

      async discard() {
        if (isOver) return;
        isOver = true;
        await objects.removeUnder(objectKey(prefix, { upload: id, fingerprint: '' }));
      },
    };
  }

  return {
    begin,

    published: async (prefix: string) => (await pointer.read(prefix))?.generation,

    /** The key of the object that holds a file of a version; of any other key, the same. */
    async locate(key: string): Promise<string> {
      const place = split(key);
      const file = place && (await readManifest(place.version))?.get(place.path);
      return file ? objectKey(place.prefix, file) : key;
    },

    /** The files of a version, by key. Undefined: the prefix is of no version. */
    async list(from: string): Promise<readonly BlobInfo[] | undefined> {
      const { version } = split(from) ?? {};
      if (version === undefined) return undefined;
      // Not from memory: a version that was deleted has no files.
      const files = (await loadManifest(objects, version)) ?? new Map<string, PublishedFile>();
      return [...files.values()]
        .map((file) => infoOf(version, file))
        .filter(({ key }) => key.startsWith(from))
        .sort((a, b) => byCodePoint(a.key, b.key));
    },
  };
}

function split(key: string) {
  const match = /^((.*\/)@version-[0-9a-z]+-[0-9a-f]+\/)(.*)$/s.exec(key);
  if (!match) return undefined;
  const [, version = '', folder = '', path = ''] = match;
  return { version, prefix: folder.slice(publishedUnder('').length), path };
}
