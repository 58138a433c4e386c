import { text } from 'node:stream/consumers';
import type { BlobInfo } from '../../../ports/blobs.ts';
import type { S3Objects } from './objects.ts';

/** A file of a version: `upload` names the version that brought the object. */
export interface PublishedFile {
  readonly path: string;
  readonly fingerprint: string;
  readonly upload: string;
  readonly size: number;
  readonly etag: string;
}

export type Manifest = ReadonlyMap<string, PublishedFile>;

/** Undefined: there is no such version. */
export async function loadManifest(
  { get }: Pick<S3Objects, 'get'>,
  version: string,
): Promise<Manifest | undefined> {
  const content = await get(manifestKey(version));
  return content && parse(await text(content.body));
}

/** Manifests in memory, of sites that are being read: one of 1,000 pages has 500 kB. */
const maxManifests = 20;

/** A version's manifest is the object `<version>@files`; it never changes. */
export function manifests(objects: Pick<S3Objects, 'get'>) {
  const remembered = new Map<string, Promise<Manifest | undefined>>();

  return async function read(version: string): Promise<Manifest | undefined> {
    const manifest = remembered.get(version);
    if (manifest) return manifest;
    const loading = loadManifest(objects, version);
    remembered.set(version, loading);
    loading.catch(() => remembered.delete(version));
    const [oldest] = remembered.keys();
    if (remembered.size > maxManifests && oldest !== undefined) remembered.delete(oldest);
    return loading;
  };
}

export function manifestKey(version: string): string {
  return `${version}@files`;
}

export function manifestText(files: Manifest): string {
  const rows = [...files.values()];
  return JSON.stringify(rows.map((file) => fields.map((field) => file[field])));
}

export function infoOf(version: string, { path, size, etag, upload }: PublishedFile): BlobInfo {
  return { key: version + path, size, etag, modified: timeOf(upload) };
}

/** When the version began that a name was given to. */
export function timeOf(id: string): Date {
  return new Date(parseInt(id.split('-')[0] ?? '', 36));
}

const fields = ['path', 'fingerprint', 'upload', 'size', 'etag'] as const;

function parse(json: string): Manifest {
  const rows = JSON.parse(json) as [string, string, string, number, string][];
  return new Map(
    rows.map(([path, fingerprint, upload, size, etag]) => {
      return [path, { path, fingerprint, upload, size, etag }];
    }),
  );
}
