import type { S3Client } from '@aws-sdk/client-s3';
import { Failure } from '../../../failure.ts';
import type { BlobBody, BlobInfo } from '../../../ports/blobs.ts';
import { multipart } from './multipart.ts';
import { outage } from '../dynamo/outage.ts';

const MiB = 1024 * 1024;
/** A body that does not fit one part travels in several. S3 takes 10,000 parts, which makes
 * 80 GB the largest blob. */
const partSize = 8 * MiB;

export interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly body: BlobBody;
  readonly absentOnly: boolean;
}

/** Somebody wrote before us, or at the same moment. */
const conflicts = /^(PreconditionFailed|ConditionalRequestConflict)$/;

/** Visible as a whole or not at all: S3 shows an object when its last byte is there. */
export async function upload(s3: S3Client, { bucket, key, body, absentOnly }: Upload) {
  const target = { Bucket: bucket, Key: key, ...(absentOnly && { IfNoneMatch: '*' }) };
  let size = 0;
  let bodyError: { readonly error: unknown } | undefined;

  try {
    const parts = partsOf(body);
    const first = await takeTwo(parts);
    if (first.length === 2) return infoOf(await multipart(s3, target, first, parts));
    const { PutObjectCommand } = await import('./sdk.ts');
    const [Body = Buffer.alloc(0)] = first;
    return infoOf(await s3.send(new PutObjectCommand({ ...target, Body })));
  } catch (error) {
    if (bodyError) throw bodyError.error;
    if (error instanceof Error && conflicts.test(error.name)) {
      throw new Failure('conflict', 'exists', `There is a file ${key} already`, { cause: error });
    }
    throw outage('S3', error);
  }

  /** All of the same size but the last. */
  async function* partsOf(whole: BlobBody): AsyncGenerator<Buffer, undefined> {
    let waiting: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of chunksOf(whole)) {
        size += chunk.byteLength;
        let rest = chunk;
        while (length + rest.byteLength >= partSize) {
          const fits = rest.subarray(0, partSize - length);
          rest = rest.subarray(fits.byteLength);
          yield Buffer.concat([...waiting, fits]);
          waiting = [];
          length = 0;
        }
        // A copy: the source may fill the same memory again before the part is complete.
        if (rest.byteLength > 0) waiting.push(Uint8Array.from(rest));
        length += rest.byteLength;
      }
    } catch (error) {
      bodyError = { error };
      throw error;
    }
    if (length > 0) yield Buffer.concat(waiting);
  }

  function infoOf({ ETag = '' }: { ETag?: string | undefined }): BlobInfo {
    return { key, size, etag: ETag.replaceAll('"', ''), modified: new Date() };
  }
}

async function takeTwo(parts: AsyncGenerator<Buffer, undefined>): Promise<Buffer[]> {
  const pair: Buffer[] = [];
  while (pair.length < 2) {
    const part = await parts.next();
    if (part.done === true) break;
    pair.push(part.value);
  }
  return pair;
}

function chunksOf(body: BlobBody): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (typeof body === 'string') return [Buffer.from(body)];
  return body instanceof Uint8Array ? [body] : body;
}
