import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import type { BlobBody, BlobInfo } from '../../../ports/blobs.ts';
import { outage } from '../dynamo/outage.ts';

const MiB = 1024 * 1024;
/** A body that does not fit one part travels in several. S3 takes 10,000 parts, which makes
 * 80 GB the largest blob. */
const partSize = 8 * MiB;

export interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly body: BlobBody;
}

/** Visible as a whole or not at all: S3 shows an object when its last byte is there. */
export async function upload(s3: S3Client, { bucket, key, body }: Upload): Promise<BlobInfo> {
  const target = { Bucket: bucket, Key: key };
  let size = 0;
  let bodyError: { readonly error: unknown } | undefined;

  try {
    const parts = partsOf(body);
    const first = await parts.next();
    const second = await parts.next();
    if (second.done !== true) {
      return infoOf(await multipart(s3, target, joined(first.value, second.value, parts)));
    }
    const { PutObjectCommand } = await import('./sdk.ts');
    const Body = first.value ?? Buffer.alloc(0);
    return infoOf(await s3.send(new PutObjectCommand({ ...target, Body })));
  } catch (error) {
    if (bodyError) throw bodyError.error;
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

/** Sends part after part and shows the object when all are there. */
async function multipart(
  s3: S3Client,
  target: { readonly Bucket: string; readonly Key: string },
  parts: AsyncIterable<Buffer>,
) {
  const sdk = await import('./sdk.ts');
  const { UploadId } = await s3.send(new sdk.CreateMultipartUploadCommand(target));
  const upload = { ...target, UploadId };
  const Parts: CompletedPart[] = [];
  try {
    for await (const Body of parts) {
      const part = { ...upload, Body, PartNumber: Parts.length + 1 };
      const { ETag } = await s3.send(new sdk.UploadPartCommand(part));
      Parts.push({ PartNumber: part.PartNumber, ETag });
    }
    const input = { ...upload, MultipartUpload: { Parts } };
    return await s3.send(new sdk.CompleteMultipartUploadCommand(input));
  } catch (error) {
    // Parts that stay are invisible; the bucket's life cycle takes them after a day.
    await s3.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function* joined(first: Buffer | undefined, second: Buffer, rest: AsyncIterable<Buffer>) {
  if (first) yield first;
  yield second;
  yield* rest;
}

function chunksOf(body: BlobBody): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (typeof body === 'string') return [Buffer.from(body)];
  return body instanceof Uint8Array ? [body] : body;
}
