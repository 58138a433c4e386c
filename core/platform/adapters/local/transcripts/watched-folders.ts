import { statfsSync, watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Transcript, Transcripts } from '../../../ports/transcripts.ts';
import { isSameFile } from '#core/text/transcript-path.ts';
import { folderIdentity, joined, listFolder, listsOf, type Lists } from './list-files.ts';
import type { TranscriptFolders } from './stores.ts';

/** File systems whose every write goes through this kernel: ext, XFS, Btrfs, ZFS, F2FS, tmpfs, overlay. */
const local = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0x01021994, 0x794c7630,
]);

/**
 * Lists folders again only when something in them has changed. Linux tells of a write to a local file
 * before the write returns; elsewhere every listing reads all folders. Without a change it is the same array.
 */
export function watchedTranscripts(folders: TranscriptFolders): Transcripts['list'] {
  /** By path and folder above: the kernel tells of moves of a watched folder, not of those above it. */
  const same = new Map<string, readonly Transcript[]>();
  let before: { readonly lists: Lists; readonly files: readonly Transcript[] } | undefined;

  async function list(name: string, folder: string, above: string) {
    const key = `${above} ${folder}`;
    const unchanged = same.get(key);
    if (unchanged) return unchanged;
    let hasChanged = false;
    const watcher = watcherOf(folder, () => {
      hasChanged = true;
      same.delete(key);
    });
    const files = await listFolder(name, folder, () => (hasChanged = true));
    if (watcher && !hasChanged) same.set(key, files);
    else watcher?.close();
    return files;
  }

  return async () => {
    // The kernel has noted what was written before this call. Node reads its notes within one whole turn
    // of the event loop.
    await turn();
    await turn();
    const above = new Map<string, string>();
    const lists = await listsOf(folders, (name, folder) => {
      const parent = dirname(folder);
      const identity = above.get(parent) ?? folderIdentity(parent);
      above.set(parent, identity);
      return list(name, folder, identity);
    });
    if (!before || !areSame(before.lists, lists)) before = { lists, files: joined(lists) };
    return before.files;
  };
}

/** No folder was read again. The histories, which come first, are looked at each time. */
function areSame([histories = [], ...some]: Lists, [others = [], ...rest]: Lists): boolean {
  return (
    histories.length === others.length &&
    histories.every((file, at) => isSameFile(file, others[at])) &&
    some.length === rest.length &&
    some.every((list, at) => list === rest[at])
  );
}

/** Calls once, at the first change. Undefined: nothing would tell of changes. */
function watcherOf(folder: string, onChange: () => void): FSWatcher | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    if (!local.has(statfsSync(folder).type)) return undefined;
    const watcher = watch(folder, { persistent: false });
    const end = () => {
      watcher.close();
      onChange();
    };
    return watcher.once('change', end).once('error', end);
  } catch {
    // There are too many watches, or the folder has vanished.
    return undefined;
  }
}
