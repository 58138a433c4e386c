import { createHash } from 'node:crypto';

/** Names the content of an asset in the address by which pages load it: caches keep that for good. */
export function assetVersion(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}
