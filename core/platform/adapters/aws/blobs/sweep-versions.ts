import { type Manifest, timeOf } from './manifest.ts';
import type { S3Objects } from './objects.ts';
import { objectKey, publishedUnder } from './published-under.ts';

interface Needs {
  readonly objects: Pick<S3Objects, 'all' | 'remove'>;
  readonly readManifest: (version: string) => Promise<Manifest | undefined>;
}

interface Sweep {
  readonly prefix: string;
  /** The published version and the one before it. */
  readonly kept: readonly (string | undefined)[];
  /** The one before those: its last reader is gone. */
  readonly replaced: string | undefined;
  readonly now: number;
}

/** A version that is being made takes minutes; what is older and not published was given up. */
const abandonedAfter = 24 * 3600 * 1000;

/** Deletes what no kept version names: of the replaced version at once, of versions that were never
 * published after a day. Ended half way: the next sweep deletes the rest. */
export async function sweepVersions(
  { objects, readManifest }: Needs,
  { prefix, kept, replaced, now }: Sweep,
): Promise<void> {
  const folder = publishedUnder(prefix);
  const objectsOf = async (version: string | undefined) => {
    const files = version === undefined ? undefined : await readManifest(version);
    return [...(files?.values() ?? [])].map((file) => objectKey(prefix, file));
  };
  const named = new Set((await Promise.all(kept.map(objectsOf))).flat());
  const dropped = new Set(await objectsOf(replaced));
  const isOld = (id: string) => timeOf(id).getTime() < now - abandonedAfter;
  const isGarbage = (key: string) => {
    const [, kind, id = ''] = /^@(upload|version)-([^/]+)\//.exec(key.slice(folder.length)) ?? [];
    if (kind === 'upload') return !named.has(key) && (dropped.has(key) || isOld(id));
    const version = `${folder}@version-${id}/`;
    return kind === 'version' && !kept.includes(version) && (version === replaced || isOld(id));
  };
  for await (const page of objects.all(`${folder}@`)) {
    await objects.remove(page.map(({ key }) => key).filter(isGarbage));
  }
}
