import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Failure } from '../../../failure.ts';
import type { BlobContent, BlobInfo, Blobs } from '../../../ports/blobs.ts';
import { assertBlobKey, assertBlobListPrefix, assertBlobPrefix } from '../../rules/blob-key.ts';
import { rangeHeader, rangeOf } from './range.ts';
import { upload } from './upload.ts';
import { outage } from '../dynamo/outage.ts';
import { publishedUnder } from './published-under.ts';

export interface AwsBlobsOptions {
  readonly s3: () => Promise<S3Client>;
  readonly bucket: string;
  /** Names the versions of published content; absent: Date.now. */
  readonly now?: () => number;
}

/** The longest life of a presigned link, by Signature Version 4. */
const longestLink = 7 * 24 * 3600;
const deletesPerCall = 1_000;

/** Blobs on S3. A body from get() holds a connection until it is read or given up. */
export function awsBlobs(options: AwsBlobsOptions): Blobs {
  const { bucket, now = Date.now } = options;

  const blobs: Blobs = {
    foldsCase: false,

    async put(key, body, { absentOnly = false } = {}) {
      assertBlobKey(key);
      return upload(await options.s3(), { bucket, key, body, absentOnly });
    },

    async get(key, { range } = {}) {
      assertBlobKey(key);
      const header = range && rangeHeader(range);
      if (range && header === undefined) return outsideOf(key);
      const { GetObjectCommand } = await import('./sdk.ts');
      const found = await ask(options, (s3) =>
        s3.send(
          new GetObjectCommand({ Bucket: bucket, Key: key, ...(header && { Range: header }) }),
        ),
      ).catch((error: unknown) => {
        if (isNamed(error, 'NoSuchKey')) return undefined;
        if (isNamed(error, 'InvalidRange')) return 'outside' as const;
        throw error;
      });
      if (found === 'outside') return outsideOf(key);
      if (found === undefined) return undefined;
      const info = infoOf(key, found);
      const sent = range && rangeOf(found.ContentRange, info.size);
      if (sent?.size === 0) return outsideOf(key);
      const content: BlobContent = {
        ...info,
        size: sent?.size ?? info.size,
        body: chunksOf(found.Body as Readable),
        ...(sent && { range: { first: sent.first, last: sent.last } }),
      };
      return content;
    },

    async head(key) {
      assertBlobKey(key);
      const { HeadObjectCommand } = await import('./sdk.ts');
      const found = await ask(options, (s3) =>
        s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key })),
      ).catch((error: unknown) => {
        // A reply to HEAD has no body, so that a missing key has no finer name than this.
        if (isNamed(error, 'NotFound')) return undefined;
        throw error;
      });
      return found && infoOf(key, found);
    },

    async list(prefix, { cursor, limit = 1_000 } = {}) {
      assertBlobListPrefix(prefix);
      if (!Number.isInteger(limit) || limit < 1) {
        throw new Failure('invalid', 'bad_limit', 'A limit is a whole number from 1');
      }
      const { ListObjectsV2Command } = await import('./sdk.ts');
      const entries: BlobInfo[] = [];
      let after = cursor === undefined ? undefined : keyOf(cursor, prefix);
      for (;;) {
        const page = await ask(options, (s3) =>
          s3.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: prefix,
              MaxKeys: Math.min(limit - entries.length, 1_000),
              ...(after !== undefined && { StartAfter: after }),
            }),
          ),
        );
        const found = page.Contents ?? [];
        for (const one of found) {
          if (!isHidden(one.Key ?? '', prefix)) entries.push(infoOf(one.Key ?? '', one));
        }
        after = found.at(-1)?.Key;
        if (page.IsTruncated !== true || after === undefined) return { entries };
        if (entries.length >= limit) return { entries, cursor: cursorOf(after) };
      }
    },

    async delete(key) {
      assertBlobKey(key);
      const { DeleteObjectCommand } = await import('./sdk.ts');
      await ask(options, (s3) => s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })));
    },

    async deletePrefix(prefix) {
      assertBlobPrefix(prefix);
      // A pointer goes before the content that it names: "@pointer" before "@version".
      await deleteUnder(publishedUnder(prefix));
      await deleteUnder(prefix);
    },

    async leadsOutside(prefix, key) {
      assertBlobPrefix(prefix);
      assertBlobKey(key);
      return false;
    },

    async link(key, method, seconds, as) {
      assertBlobKey(key);
      if (!Number.isInteger(seconds) || seconds < 1 || seconds > longestLink) {
        throw new Failure('invalid', 'bad_seconds', `A link lives for 1 to ${longestLink} seconds`);
      }
      const { GetObjectCommand, PutObjectCommand } = await import('./sdk.ts');
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const input = { Bucket: bucket, Key: key };
      const reply = as && {
        ResponseContentType: as.type,
        ResponseContentDisposition: as.disposition,
        ResponseCacheControl: 'private, no-store',
      };
      const command =
        method === 'GET'
          ? new GetObjectCommand({ ...input, ...reply })
          : new PutObjectCommand(input);
      return ask(options, (s3) => getSignedUrl(s3, command, { expiresIn: seconds }));
    },

    publish: async (...given) => (await publishing()).publish(...given),
    published: async (prefix) => (await publishing()).published(prefix),
    unpublish: async (prefix) => (await publishing()).unpublish(prefix),
  };
  // Most functions start without it.
  const publishing = async () => {
    const { publication } = await import('./publish.ts');
    const asked = <Reply>(call: (s3: S3Client) => Promise<Reply>) => ask(options, call);
    return publication({ bucket, now, ask: asked, deleteKeys, deleteUnder, all });
  };
  return blobs;

  /** Everything that begins with the text, in pages. */
  async function* all(prefix: string): AsyncGenerator<readonly BlobInfo[]> {
    let cursor: string | undefined;
    do {
      const page = await blobs.list(prefix, cursor === undefined ? {} : { cursor });
      yield page.entries;
      cursor = page.cursor;
    } while (cursor !== undefined);
  }

  async function deleteUnder(prefix: string): Promise<void> {
    for await (const page of all(prefix)) await deleteKeys(page.map(({ key }) => key));
  }

  async function deleteKeys(keys: readonly string[]): Promise<void> {
    const { DeleteObjectsCommand } = await import('./sdk.ts');
    for (let start = 0; start < keys.length; start += deletesPerCall) {
      const Objects = keys.slice(start, start + deletesPerCall).map((Key) => ({ Key }));
      const { Errors } = await ask(options, (s3) =>
        s3.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })),
      );
      const [first] = Errors ?? [];
      if (!first) continue;
      const text = `S3 did not delete ${first.Key} (${first.Code}). Try again.`;
      throw new Failure('unavailable', 'storage_unavailable', text);
    }
  }

  async function outsideOf(key: string): Promise<undefined> {
    const info = await blobs.head(key);
    if (!info) return undefined;
    const text = `The file has ${info.size} bytes`;
    throw new Failure('range', 'bad_range', text, { extra: { size: info.size } });
  }
}

async function ask<Reply>(
  { s3 }: AwsBlobsOptions,
  call: (s3: S3Client) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await call(await s3());
  } catch (error) {
    throw outage('S3', error);
  }
}

/** A generator that was never begun does not end what it would read: giving it up has to. */
function chunksOf(body: Readable): AsyncIterable<Uint8Array> {
  async function* chunks() {
    try {
      yield* body as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw outage('S3', error);
    }
  }
  return {
    [Symbol.asyncIterator]() {
      const begun = chunks();
      return {
        next: () => begun.next(),
        return() {
          body.destroy();
          return begun.return(undefined);
        },
      };
    },
  };
}

interface Found {
  readonly Size?: number | undefined;
  readonly ContentLength?: number | undefined;
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
}

function infoOf(key: string, found: Found): BlobInfo {
  return {
    key,
    size: found.Size ?? found.ContentLength ?? 0,
    etag: (found.ETag ?? '').replaceAll('"', ''),
    modified: found.LastModified ?? new Date(0),
  };
}

function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url');
}

function keyOf(cursor: string, prefix: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (key.startsWith(prefix) && cursorOf(key) === cursor) return key;
  throw new Failure('invalid', 'bad_cursor', 'The cursor belongs to another list');
}

/** The folder of published content shows itself only to those who ask for it. */
function isHidden(key: string, prefix: string): boolean {
  const folder = publishedUnder('');
  return key.startsWith(folder) && !prefix.startsWith(folder);
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
