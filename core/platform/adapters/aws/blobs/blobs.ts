import { Failure } from '../../../failure.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import { assertBlobKey, assertBlobListPrefix, assertBlobPrefix } from '../../rules/blob-key.ts';
import { type Bucket, s3Objects } from './objects.ts';
import { publishedUnder } from './published-under.ts';
import type { BlobVersions } from './versions.ts';

export interface AwsBlobsOptions extends Bucket {
  /** Names the versions of published content; absent: Date.now. */
  readonly now?: () => number;
}

/** The longest life of a presigned link, by Signature Version 4. */
const maxLinkSeconds = 7 * 24 * 3600;

/** Blobs on S3. A body from get() holds a connection until it is read or given up. */
export function awsBlobs({ now = Date.now, ...options }: AwsBlobsOptions): Blobs {
  const objects = s3Objects(options);
  const { place, ask } = objects;
  let loaded: Promise<BlobVersions> | undefined;
  // Most functions start without it.
  const versions = () =>
    (loaded ??= import('./versions.ts').then((module) => module.blobVersions(objects, now)));

  /** The key of the object that holds a blob. */
  async function locate(key: string): Promise<string> {
    assertBlobKey(key);
    return isPublished(key) ? (await versions()).locate(key) : key;
  }

  return {
    foldsCase: false,

    async put(key, body) {
      assertBlobKey(key);
      return objects.put(key, body);
    },

    async get(key, { range } = {}) {
      const content = await objects.get(await locate(key), range);
      return content && { ...content, key };
    },

    async head(key) {
      const info = await objects.head(await locate(key));
      return info && { ...info, key };
    },

    async *list(prefix) {
      assertBlobListPrefix(prefix);
      const published = isPublished(prefix) && (await (await versions()).list(prefix));
      if (published) return yield* published;
      for await (const page of objects.all(prefix)) {
        yield* page.filter(({ key }) => !isHidden(key, prefix));
      }
    },

    async delete(key) {
      const object = place(await locate(key));
      const { DeleteObjectCommand } = await import('./sdk.ts');
      await ask((client) => client.send(new DeleteObjectCommand(object)));
    },

    async deletePrefix(prefix) {
      assertBlobPrefix(prefix);
      // A pointer goes before the content that it names: "@pointer" before "@upload", "@version".
      await objects.removeUnder(publishedUnder(prefix));
      await objects.removeUnder(prefix);
    },

    async newVersion(prefix) {
      assertBlobPrefix(prefix);
      return (await versions()).begin(prefix);
    },

    async published(prefix) {
      assertBlobPrefix(prefix);
      return (await versions()).published(prefix);
    },

    async leadsOutside(prefix, key) {
      assertBlobPrefix(prefix);
      assertBlobKey(key);
      return false;
    },

    async link(key, method, seconds, as) {
      const input = place(await locate(key));
      if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxLinkSeconds) {
        throw new Failure(
          'invalid',
          'bad_seconds',
          `A link lives for 1 to ${maxLinkSeconds} seconds`,
        );
      }
      const { GetObjectCommand, PutObjectCommand } = await import('./sdk.ts');
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const reply = as && {
        ResponseContentType: as.type,
        ResponseContentDisposition: as.disposition,
        ResponseCacheControl: 'private, no-store',
      };
      const command =
        method === 'GET'
          ? new GetObjectCommand({ ...input, ...reply })
          : new PutObjectCommand(input);
      return ask((client) => getSignedUrl(client, command, { expiresIn: seconds }));
    },
  };
}

function isPublished(key: string): boolean {
  return key.startsWith(publishedUnder(''));
}

/** The folder of published content shows itself only to those who ask for it. */
function isHidden(key: string, prefix: string): boolean {
  return isPublished(key) && !isPublished(prefix);
}
