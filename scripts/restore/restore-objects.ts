import type {
  DeleteMarkerEntry,
  ListObjectVersionsCommandOutput,
  ObjectVersion,
  S3Client,
} from '@aws-sdk/client-s3';
import { eachAtMost } from '#core/text/each-at-most.ts';

const copiesAtOnce = 16;
/** CopyObject takes no more. */
const mostBytes = 5 * 1024 ** 3;

/** Makes the versions of that time current again. What came later and replaced nothing stays: no row
 * of the restored table names it. */
export async function restoreObjects(
  client: S3Client,
  { bucket, time }: { readonly bucket: string; readonly time: Date },
): Promise<{ readonly copied: number; readonly unread: readonly string[] }> {
  const { CopyObjectCommand } = await import('@aws-sdk/client-s3');
  let copied = 0;
  const unread: string[] = [];
  for await (const versions of versionsByPage(client, bucket, time)) {
    await eachAtMost(copiesAtOnce, versions, async ({ Key = '', VersionId, Size = 0 }) => {
      if (Size > mostBytes) return void unread.push(Key);
      const place = `${bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`;
      const CopySource = `${place}?versionId=${VersionId ?? ''}`;
      await client.send(new CopyObjectCommand({ Bucket: bucket, Key, CopySource }));
      copied += 1;
    });
  }
  return { copied, unread };
}

/** The versions that were current at that time and are not any more. A key's versions come newest
 * first, and may lie on two pages. */
async function* versionsByPage(
  client: S3Client,
  Bucket: string,
  time: Date,
): AsyncGenerator<ObjectVersion[]> {
  const { ListObjectVersionsCommand } = await import('@aws-sdk/client-s3');
  let next: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {};
  let latest: Version | undefined;
  let settled: string | undefined;
  while (next) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, ...next }),
    );
    const markers = (page.DeleteMarkers ?? []).map((marker) => ({ ...marker, isMarker: true }));
    const all = [...(page.Versions ?? []), ...markers] as Version[];
    const formers: ObjectVersion[] = [];
    for (const version of all.toSorted(byKeyAndAge)) {
      const { Key = '', LastModified, ETag, isMarker } = version;
      if (version.IsLatest) latest = version;
      if (Key === settled || (LastModified ?? time) > time) continue;
      settled = Key;
      // A repetition finds the copies that it has made.
      const isCurrent = latest?.Key === Key && latest.ETag === ETag;
      if (!isMarker && !isCurrent && !Key.startsWith(messages)) formers.push(version);
    }
    yield formers;
    const { IsTruncated, NextKeyMarker, NextVersionIdMarker } = page;
    next = IsTruncated
      ? {
          ...(NextKeyMarker !== undefined && { KeyMarker: NextKeyMarker }),
          ...(NextVersionIdMarker !== undefined && { VersionIdMarker: NextVersionIdMarker }),
        }
      : undefined;
  }
}

/** Bodies of messages, which are not restored. */
const messages = 'queue/';

type Version = ObjectVersion & DeleteMarkerEntry & { readonly isMarker?: true };

/** Newest first; in the same second that is the current one. */
function byKeyAndAge(one: Version, other: Version): number {
  const keys = Buffer.from(one.Key ?? '').compare(Buffer.from(other.Key ?? ''));
  const age = (other.LastModified?.getTime() ?? 0) - (one.LastModified?.getTime() ?? 0);
  return keys || age || Number(other.IsLatest ?? false) - Number(one.IsLatest ?? false);
}
