import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';

/** Parts under way. With the part that is being filled they are the memory of an upload. */
const partsAtOnce = 3;

interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly IfNoneMatch?: string;
}

/**
 * Sends the parts while they come and shows the object when all are there. The first error stops
 * reading, takes the parts away and is thrown. (@aws-sdk/lib-storage does not do: when a part
 * fails it reports the stream that it closed itself, and its other workers read on.)
 */
export async function multipart(
  s3: S3Client,
  target: Target,
  first: Buffer[],
  rest: AsyncGenerator<Buffer>,
): Promise<{ ETag?: string | undefined }> {
  const sdk = await import('./sdk.ts');
  const { Bucket, Key } = target;
  const { UploadId } = await s3.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }));
  const upload = { Bucket, Key, UploadId };
  const done: CompletedPart[] = [];
  const underWay = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;

  async function send(Body: Buffer, PartNumber: number): Promise<void> {
    try {
      const input = { ...upload, Body, PartNumber };
      const { ETag } = await s3.send(new sdk.UploadPartCommand(input));
      done[PartNumber - 1] = { PartNumber, ETag };
    } catch (error) {
      failure ??= { error };
    }
  }

  async function* all() {
    // Taken out, so that their memory ends with their upload.
    for (let part = first.shift(); part; part = first.shift()) yield part;
    yield* rest;
  }

  try {
    let number = 0;
    for await (const part of all()) {
      if (failure) break;
      const sending = send(part, ++number).finally(() => underWay.delete(sending));
      underWay.add(sending);
      if (underWay.size >= partsAtOnce) await Promise.race(underWay);
    }
    await Promise.all(underWay);
    if (failure) throw failure.error;
    const input = { ...target, UploadId, MultipartUpload: { Parts: done } };
    return await s3.send(new sdk.CompleteMultipartUploadCommand(input));
  } catch (error) {
    await Promise.all(underWay);
    // Parts that stay are invisible; the bucket's life cycle takes them after a day.
    await s3.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}
