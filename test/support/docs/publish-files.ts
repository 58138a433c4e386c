import { createHash } from 'node:crypto';
import type { Blobs, BlobVersion } from '#core/platform/ports/blobs.ts';

/** Puts files by path, or keeps them where they are published. */
export async function fill(
  version: BlobVersion,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<BlobVersion> {
  for (const [path, text] of Object.entries(files)) {
    const fingerprint = createHash('sha256').update(text).digest('base64url');
    if (!version.keep(path, fingerprint)) await version.put(path, fingerprint, text);
  }
  return version;
}

export async function publishFiles(
  blobs: Pick<Blobs, 'newVersion'>,
  prefix: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  await (await fill(await blobs.newVersion(prefix), files)).publish();
}
