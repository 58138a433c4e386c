import { lstat, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../../failure.ts';
import type { BlobVersion } from '../../../ports/blobs.ts';
import { assertFingerprint } from '../../rules/blob-key.ts';
import { entryAt, isReal, syncFolder } from '../files/durable.ts';
import { codeOf, onDisk } from '../../rules/storage-failure.ts';
import { readFingerprints } from './fingerprints.ts';
import type { BlobFolder } from './folder.ts';
import { foldersOf, linkBlobs } from './link.ts';
import { entriesIn } from './list.ts';
import {
  assertWritableKey,
  fingerprintsFile,
  firstGeneration,
  generationOf,
  nextGeneration,
} from './names.ts';
import { blocked, type BlobWriter } from './write.ts';

/**
 * The versions of a published prefix are folders beside a symlink, so that a person finds
 * `site/index.html`. The last of them by name is the published one; the link follows it. A rename
 * puts a whole version into place under the one name that may follow, which fails where another
 * process has taken that name.
 */
export function blobVersions(folder: BlobFolder, { fill, prune }: BlobWriter) {
  /** The names of the versions, the published one last. */
  async function generations(link: string): Promise<string[]> {
    if (!isReal(dirname(link))) return [];
    return (await entriesIn(dirname(link)))
      .filter((entry) => entry.isDirectory() && generationOf(entry.name) === basename(link))
      .map(({ name }) => name)
      .sort();
  }

  async function begin(prefix: string): Promise<BlobVersion> {
    const link = folder.path(prefix);
    const before = (await generations(link)).at(-1);
    const published = before === undefined ? undefined : join(dirname(link), before);
    const earlier = await readFingerprints(published);
    const own = before === undefined ? firstGeneration(basename(link)) : nextGeneration(before);
    const room = folder.scratch('version');
    const reused = new Set<string>();
    const fingerprints = new Map<string, string>();
    let putCount = 0;
    const clear = () => onDisk(() => rm(room, { recursive: true, force: true }));

    async function publish(confirm: () => Promise<void>): Promise<void> {
      if (fingerprints.size === 0) {
        throw new Failure('missing', 'no_blobs', `There is nothing to publish at ${prefix}`);
      }
      if (published !== undefined) await linkBlobs(published, room, reused);
      const list = JSON.stringify([...fingerprints]);
      await fill(join(room, fingerprintsFile), fingerprintsFile, list, false);
      for (const inside of foldersOf(fingerprints.keys())) await syncFolder(`${room}/${inside}`);
      if (!(await folder.makeFolders(dirname(link)))) throw blocked(prefix);
      if ((await lstat(link).catch(() => undefined))?.isFile()) throw blocked(prefix);
      await confirm();
      const place = join(dirname(link), own);
      if ((await generations(link)).at(-1) !== before) throw outdated(prefix);
      await rename(room, place).catch((error: unknown) => {
        throw ['ENOTEMPTY', 'EEXIST'].includes(codeOf(error)) ? outdated(prefix) : error;
      });
      await syncFolder(dirname(link));
      // First versions have names of their own: the one that began later is shown.
      const isShown = before !== undefined || (await generations(link)).at(-1) === own;
      if (!isShown) throw outdated(prefix);
      // Published: an error of what follows would have the caller publish again.
      await show(link).catch(() => {});
      await discard(link, (name) => name < (before ?? own)).catch(() => {});
    }

    return {
      keep(path, fingerprint) {
        if (earlier.get(path) !== fingerprint) return false;
        reused.add(path);
        fingerprints.set(path, fingerprint);
        return true;
      },

      async put(path, fingerprint, body) {
        assertWritableKey(prefix + path);
        assertFingerprint(fingerprint);
        const place = `${room}/${path}`;
        await onDisk(() => makeRoom(dirname(place), prefix + path));
        await fill(place, path, body, false);
        putCount += 1;
        fingerprints.set(path, fingerprint);
      },

      async publish(confirm = async () => {}) {
        const isSame = published !== undefined && putCount === 0 && reused.size === earlier.size;
        // A process that was killed may have left the link behind.
        await onDisk(() => (isSame ? show(link) : publish(confirm)));
        await clear();
      },

      discard: clear,
    };
  }

  /** Points the link at the published version. */
  async function show(link: string): Promise<void> {
    for (;;) {
      const newest = (await generations(link)).at(-1);
      if (newest === undefined || (await readlink(link).catch(() => '')) === newest) return;
      const next = folder.scratch('link');
      await symlink(newest, next);
      await rename(next, link);
      await syncFolder(dirname(link));
    }
  }

  async function discard(link: string, isOver: (name: string) => boolean): Promise<void> {
    for (const name of await generations(link)) {
      if (isOver(name)) await removeTree(join(dirname(link), name));
    }
  }

  /** Removes a folder at once, however much is in it. Absent: nothing. */
  async function removeTree(path: string): Promise<void> {
    const doomed = folder.scratch('gone');
    try {
      await rename(path, doomed);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return;
      throw error;
    }
    await rm(doomed, { recursive: true, force: true });
  }

  async function published(prefix: string): Promise<string | undefined> {
    const newest = (await generations(folder.path(prefix))).at(-1);
    if (newest === undefined) return undefined;
    return `${prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1)}${newest}/`;
  }

  async function removeFolder(prefix: string): Promise<void> {
    const path = folder.path(prefix);
    if (!isReal(dirname(path))) return;
    const target = await readlink(path).catch(() => '');
    if (generationOf(target) === basename(path)) await rm(path, { force: true });
    await discard(path, () => true);
    const isFolder = isReal(path) && entryAt(path)?.isDirectory() === true;
    if (isFolder) await removeTree(path);
    await prune(dirname(path));
  }

  return { begin, published, removeFolder };
}

async function makeRoom(path: string, key: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR'].includes(codeOf(error))) throw error;
    throw blocked(key);
  }
}

function outdated(prefix: string): Failure {
  const text = `Another version of ${prefix} was published meanwhile`;
  return new Failure('conflict', 'outdated', text);
}
