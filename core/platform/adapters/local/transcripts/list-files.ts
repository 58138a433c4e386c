import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Transcript } from '../../../ports/transcripts.ts';
import { byPath, isTranscript, topHistory } from '#core/text/transcript-path.ts';
import { fileOf, otherFolders, type TranscriptFolders } from './stores.ts';

/** The promises of readdir() and lstat() take ten times as long. So many take about a millisecond. */
const filesPerTurn = 200;

/** The files of one folder, whose name the port knows. */
export type ListFolder = (name: string, folder: string) => Promise<readonly Transcript[]>;

/** The regular files of the layout. Links are not followed, but the folder itself may be one. */
export async function listTranscripts(folders: TranscriptFolders): Promise<Transcript[]> {
  return joined(await listsOf(folders, listFolder));
}

export type Lists = readonly (readonly Transcript[])[];

export function joined(lists: Lists): Transcript[] {
  return lists.flat().sort(byPath);
}

/** One list for each folder, and one for the histories above them. */
export async function listsOf(folders: TranscriptFolders, list: ListFolder): Promise<Lists> {
  const { projects } = folders;
  const pairs = [
    ...namesIn(projects).map((name) => [name, join(projects, name)] as const),
    ...otherFolders(folders, namesIn),
  ];
  const histories = [topHistory, '@codex/.history.jsonl'];
  const lists: (readonly Transcript[])[] = [
    histories.flatMap((path) => stat(fileOf(folders, path), path)),
  ];
  for (const [name, folder] of pairs) lists.push(await list(name, folder));
  return lists;
}

/** `onLinked`: a file has another link, through which it may be written to elsewhere. */
export async function listFolder(name: string, folder: string, onLinked?: () => void) {
  const files: Transcript[] = [];
  const entries = entriesOf(folder).filter((entry) => entry.isFile());
  for (const [at, entry] of entries.entries()) {
    if (at % filesPerTurn === 0) await turn();
    const path = `${name}/${entry.name}`;
    if (isTranscript(path)) files.push(...stat(join(folder, entry.name), path, onLinked));
  }
  return files;
}

/** The folders in a folder. */
function namesIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function stat(file: string, path: string, onLinked?: () => void): Transcript[] {
  return ifReadable(() => {
    const stats = lstatSync(file);
    const { dev, ino, size, mtimeMs, ctimeMs } = stats;
    if (stats.nlink > 1) onLinked?.();
    const modified = new Date(Math.round(mtimeMs));
    return stats.isFile() ? [{ path, size, modified, identity: `${dev}-${ino}-${ctimeMs}` }] : [];
  });
}

/** Another one when another folder has its path. */
export function folderIdentity(folder: string): string {
  return ifReadable(() => [statSync(folder)].map(({ dev, ino }) => `${dev}-${ino}`)).join();
}

function entriesOf(folder: string) {
  return ifReadable(() => readdirSync(folder, { withFileTypes: true }));
}

/** Absent or not readable: none. */
function ifReadable<Item>(read: () => Item[]): Item[] {
  try {
    return read();
  } catch {
    return [];
  }
}
