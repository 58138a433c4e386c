import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Failure } from '../../../failure.ts';
import type { BlobBody, BlobContent, BlobInfo, ByteRange } from '../../../ports/blobs.ts';
import { outage } from '../dynamo/outage.ts';
import { rangeHeader, rangeOf } from './range.ts';

const deletesPerCall = 1_000;

export interface Bucket {
  readonly s3: () => Promise<S3Client>;
  readonly bucket: string;
  /** Begins every key in the bucket, and is seen by no caller. Absent: the bucket is ours alone. */
  readonly prefix?: string;
}

export type S3Objects = ReturnType<typeof s3Objects>;

/** The objects of a bucket, by the keys that they have there. */
export function s3Objects({ s3, bucket, prefix: root = '' }: Bucket) {
  const place = (key: string) => ({ Bucket: bucket, Key: root + key });

  async function ask<Reply>(call: (client: S3Client) => Promise<Reply>): Promise<Reply> {
    try {
      return await call(await s3());
    } catch (error) {
      throw outage('S3', error);
    }
  }

  async function get(key: string, range?: ByteRange): Promise<BlobContent | undefined> {
    const header = range && rangeHeader(range);
    if (range && header === undefined) return outsideOf(key);
    const { GetObjectCommand } = await import('./sdk.ts');
    const input = { ...place(key), ...(header && { Range: header }) };
    const reply = await ask((client) => client.send(new GetObjectCommand(input))).catch(
      (error: unknown) => {
        if (isNamed(error, 'NoSuchKey')) return undefined;
        if (isNamed(error, 'InvalidRange')) return 'outside' as const;
        throw error;
      },
    );
    if (reply === 'outside') return outsideOf(key);
    if (reply === undefined) return undefined;
    const info = infoOf(key, reply);
    const part = range && rangeOf(reply.ContentRange, info.size);
    if (part?.size === 0) return outsideOf(key);
    return {
      ...info,
      size: part?.size ?? info.size,
      body: chunksOf(reply.Body as Readable),
      ...(part && { range: { first: part.first, last: part.last } }),
    };
  }

  /** Most functions write nothing, and do not load the code for it. */
  async function put(key: string, body: BlobBody): Promise<BlobInfo> {
    const { upload } = await import('./upload.ts');
    return { ...(await upload(await s3(), { bucket, key: root + key, body })), key };
  }

  async function head(key: string): Promise<BlobInfo | undefined> {
    const { HeadObjectCommand } = await import('./sdk.ts');
    const reply = await ask((client) => client.send(new HeadObjectCommand(place(key)))).catch(
      (error: unknown) => {
        // A reply to HEAD has no body, so that a missing key has no finer name than this.
        if (isNamed(error, 'NotFound')) return undefined;
        throw error;
      },
    );
    return reply && infoOf(key, reply);
  }

  /** Everything that begins with the text, in pages of at most 1,000. */
  async function* all(prefix: string): AsyncGenerator<readonly BlobInfo[]> {
    const { ListObjectsV2Command } = await import('./sdk.ts');
    let after: string | undefined;
    do {
      const input = { Bucket: bucket, Prefix: root + prefix, StartAfter: after };
      const { Contents = [], IsTruncated } = await ask((client) =>
        client.send(new ListObjectsV2Command(input)),
      );
      yield Contents.map((object) => infoOf((object.Key ?? '').slice(root.length), object));
      after = IsTruncated ? Contents.at(-1)?.Key : undefined;
    } while (after !== undefined);
  }

  async function remove(keys: readonly string[]): Promise<void> {
    const { DeleteObjectsCommand } = await import('./sdk.ts');
    for (let start = 0; start < keys.length; start += deletesPerCall) {
      const Objects = keys.slice(start, start + deletesPerCall).map((key) => ({ Key: root + key }));
      const input = { Bucket: bucket, Delete: { Objects, Quiet: true } };
      const { Errors } = await ask((client) => client.send(new DeleteObjectsCommand(input)));
      const [first] = Errors ?? [];
      if (!first) continue;
      const text = `S3 did not delete ${first.Key} (${first.Code}). Try again.`;
      throw new Failure('unavailable', 'storage_unavailable', text);
    }
  }

  async function removeUnder(prefix: string): Promise<void> {
    for await (const entries of all(prefix)) await remove(entries.map(({ key }) => key));
  }

  async function outsideOf(key: string): Promise<undefined> {
    const info = await head(key);
    if (!info) return undefined;
    const text = `The file has ${info.size} bytes`;
    throw new Failure('range', 'bad_range', text, { extra: { size: info.size } });
  }

  return { bucket, s3, place, ask, get, put, head, all, remove, removeUnder };
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
      const iterator = chunks();
      return {
        next: () => iterator.next(),
        return() {
          body.destroy();
          return iterator.return(undefined);
        },
      };
    },
  };
}

interface StoredObject {
  readonly Size?: number | undefined;
  readonly ContentLength?: number | undefined;
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
}

function infoOf(key: string, object: StoredObject): BlobInfo {
  return {
    key,
    size: object.Size ?? object.ContentLength ?? 0,
    etag: (object.ETag ?? '').replaceAll('"', ''),
    modified: object.LastModified ?? new Date(0),
  };
}

export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
