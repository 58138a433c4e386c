import type { S3Client } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { Failure } from '../../failure.ts';
import type { BlobBody, BlobInfo } from '../../ports.ts';
import { outage } from './outage.ts';

const MiB = 1024 * 1024;
/** Above this a body travels in parts, as a stream always does unless one part holds it. S3 takes
 * 10,000 parts, which makes 80 GB the largest blob. */
const partSize = 8 * MiB;
/** Parts under way; with the one that is being filled, 32 MiB of memory. */
const partsAtOnce = 3;

/** Somebody wrote before us, or at the same moment. */
const lost = /^(PreconditionFailed|ConditionalRequestConflict)$/;

interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly body: BlobBody;
  readonly absentOnly: boolean;
}

/** Visible as a whole or not at all: S3 shows an object when the last byte is there. */
export async function upload(s3: S3Client, given: Upload): Promise<BlobInfo> {
  const { bucket, key, body, absentOnly } = given;
  const input = { Bucket: bucket, Key: key, ...(absentOnly && { IfNoneMatch: '*' }) };
  let size = 0;
  let bodyError: { readonly error: unknown } | undefined;

  try {
    if (isStream(body)) return await inParts(counted(body));
    const whole = Buffer.from(body);
    if (whole.length > partSize) return await inParts(counted([whole]));
    size = whole.length;
    const { PutObjectCommand } = await import('./s3-sdk.ts');
    return written(await s3.send(new PutObjectCommand({ ...input, Body: whole })));
  } catch (error) {
    if (bodyError) throw bodyError.error;
    if (error instanceof Error && lost.test(error.name)) {
      throw new Failure('conflict', 'exists', `There is a file ${key} already`, { cause: error });
    }
    throw outage('S3', error);
  }

  async function inParts(chunks: AsyncIterable<Uint8Array>): Promise<BlobInfo> {
    const { Upload } = await import('@aws-sdk/lib-storage');
    const stream = Readable.from(chunks, { objectMode: true, highWaterMark: 1 });
    const params = { ...input, Body: stream };
    try {
      const upload = new Upload({ client: s3, params, partSize, queueSize: partsAtOnce });
      return written(await upload.done());
    } finally {
      // Lets go of the caller's source when S3 gave up before its end.
      stream.destroy();
    }
  }

  async function* counted(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    try {
      for await (const chunk of chunks) {
        size += chunk.byteLength;
        yield chunk;
      }
    } catch (error) {
      bodyError = { error };
      throw error;
    }
  }

  function written({ ETag = '' }: { ETag?: string | undefined }): BlobInfo {
    return { key, size, etag: ETag.replaceAll('"', ''), modified: new Date() };
  }
}

function isStream(body: BlobBody): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body;
}
