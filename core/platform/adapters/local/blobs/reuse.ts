import { link, lstat, mkdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { filesUnder, foldersOf } from './files.ts';
import type { BlobFolder } from './folder.ts';
import { isWithoutLinks } from './keep.ts';
import { codeOf } from '../files/storage-failure.ts';

export interface NextVersion {
  /** The folder of what is shown now. */
  readonly shown: string;
  readonly staged: string;
  /** Files of what is staged and of what is shown. */
  readonly own: ReadonlySet<string>;
  readonly keep: readonly string[];
}

interface Known {
  readonly shown: string;
  readonly before: string;
  /** Files of the shown version that are not those of the one before; all others of one name are
   * one file. */
  readonly own: ReadonlySet<string>;
  readonly folders: readonly string[];
  readonly stamps: string;
}

const mostKnown = 100;
const mostOwn = 10_000;

/**
 * Makes the next version of what is published out of the one before the shown, which is nearly the
 * same and about to be thrown away: of ten thousand pages a few are exchanged, where thirty
 * thousand would be linked and as many deleted. Remembered is what this process has published.
 */
export function versionReuse(folder: BlobFolder) {
  const versions = new Map<string, Known>();

  /** A folder to publish, in place of what is staged, which stays. Undefined: link all. */
  async function next(path: string, version: NextVersion): Promise<string | undefined> {
    const known = versions.get(path);
    versions.delete(path);
    if (known?.shown !== version.shown) return undefined;
    if (version.own.size + known.own.size >= version.keep.length) return undefined;
    // Somebody has put files there, or taken some away.
    if ((await stampsOf(known)) !== known.stamps) return undefined;
    const room = folder.scratch('version');
    try {
      await rename(known.before, room);
      await exchange(room, known, version);
      return room;
    } catch (error) {
      await rm(room, { recursive: true, force: true });
      if (codeOf(error) === 'ENOENT' || isWithoutLinks(error)) return undefined;
      throw error;
    }
  }

  async function exchange(
    room: string,
    known: Known,
    { shown, staged, own, keep }: NextVersion,
  ): Promise<void> {
    const there = await filesUnder(room);
    const kept = new Set(keep);
    const changed: string[] = [];
    for (const key of there) {
      if (kept.has(key) && !own.has(key) && !known.own.has(key)) continue;
      await unlink(`${room}/${key}`);
      there.delete(key);
      changed.push(key);
    }
    const touched: string[] = [];
    for (const inside of foldersOf(changed).reverse()) {
      const isGone = inside !== '' && (await isRemoved(`${room}/${inside}`));
      if (!isGone) touched.push(inside);
    }
    const missing = keep.filter((key) => !there.has(key) && !own.has(key));
    const added = [...own, ...missing];
    for (const inside of foldersOf(added)) {
      await mkdir(`${room}/${inside}`, { recursive: true, mode: 0o700 });
    }
    for (const key of own) await link(`${staged}/${key}`, `${room}/${key}`);
    for (const key of missing) await link(`${shown}/${key}`, `${room}/${key}`);
    const folders = new Set([...foldersOf(added), ...touched]);
    for (const inside of folders) await folder.sync(`${room}/${inside}`);
  }

  /** Notes what is shown now, and that files of it are those of the version before. */
  async function note(path: string, shown: string, version: NextVersion): Promise<void> {
    const { own, keep, shown: before } = version;
    if (own.size > mostOwn) return;
    const known = { shown, before, own, folders: foldersOf([...keep, ...own]) };
    versions.set(path, { ...known, stamps: await stampsOf(known) });
    const [oldest] = versions.keys();
    if (versions.size > mostKnown && oldest !== undefined) versions.delete(oldest);
  }

  return { next, note };
}

/** Takes a folder away where it is empty. */
function isRemoved(path: string): Promise<boolean> {
  return rmdir(path).then(
    () => true,
    () => false,
  );
}

/** They change when a file comes, goes or is exchanged. Absent: nothing, which equals nothing. */
async function stampsOf({ shown, before, folders }: Omit<Known, 'stamps'>): Promise<string> {
  const all = [shown, before].flatMap((version) => folders.map((inside) => `${version}/${inside}`));
  const stamps = all.map(async (path) => {
    const found = await lstat(path, { bigint: true }).catch(() => undefined);
    return found?.isDirectory() ? `${found.ino} ${found.mtimeNs}` : '';
  });
  return (await Promise.all(stamps)).join();
}
