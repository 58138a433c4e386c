import { dayMilliseconds } from '../../../ports/clock.ts';
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
  readonly live: readonly (string | undefined)[];
  /** The one before those: its last reader is gone. */
  readonly replaced: string | undefined;
  readonly now: number;
}

/** Deletes what no live version names: of the replaced version at once, of versions that were never
 * published after a day. Ended half way: the next sweep deletes the rest. */
export async function sweepVersions(
  { objects, readManifest }: Needs,
  { prefix, live, replaced, now }: Sweep,
): Promise<void> {
  const folder = publishedUnder(prefix);
  const objectsOf = async (version: string | undefined) => {
    const files = version === undefined ? undefined : await readManifest(version);
    return [...(files?.values() ?? [])].map((file) => objectKey(prefix, file));
  };
  const inUse = new Set((await Promise.all(live.map(objectsOf))).flat());
  const dropped = new Set(await objectsOf(replaced));
  const isOld = (id: string) => timeOf(id).getTime() < now - dayMilliseconds;
  const isGarbage = (key: string) => {
    const [, kind, id = ''] = /^@(upload|version)-([^/]+)\//.exec(key.slice(folder.length)) ?? [];
    if (kind === 'upload') return !inUse.has(key) && (dropped.has(key) || isOld(id));
    const version = `${folder}@version-${id}/`;
    return kind === 'version' && !live.includes(version) && (version === replaced || isOld(id));
  };
  for await (const page of objects.all(`${folder}@`)) {
    await objects.remove(page.map(({ key }) => key).filter(isGarbage));
  }
}
