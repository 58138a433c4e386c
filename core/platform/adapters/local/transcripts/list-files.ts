import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Transcript } from '../../../ports/transcripts.ts';
import { byPath, isTranscript, topHistory } from '#core/text/transcript-path.ts';
import { fileOf, otherFolders, type TranscriptFolders } from './stores.ts';

/** The promises of readdir() and lstat() take ten times as long. So many take about a millisecond. */
const filesPerTurn = 200;

/** The regular files of the layout. Links are not followed, but the folder itself may be one. */
export async function listTranscripts(folders: TranscriptFolders): Promise<Transcript[]> {
  const { projects } = folders;
  const folderPairs = [
    ...namesIn(projects).map((name) => [name, join(projects, name)] as const),
    ...otherFolders(folders, namesIn),
  ];
  const paths = [topHistory, '@codex/.history.jsonl', ...folderPairs.flatMap(pathsIn)];
  const files: Transcript[] = [];
  for (const [at, path] of paths.entries()) {
    if (at % filesPerTurn === filesPerTurn - 1) await turn();
    files.push(...stat(fileOf(folders, path), path));
  }
  return files.sort(byPath);
}

/** The folders in a folder. */
function namesIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function pathsIn([project, folder]: readonly [string, string]): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${project}/${name}`)
    .filter(isTranscript);
}

function stat(file: string, path: string): Transcript[] {
  return ifReadable(() => {
    const stats = lstatSync(file);
    const { size, mtimeMs, ino, ctimeMs } = stats;
    const modified = new Date(Math.round(mtimeMs));
    return stats.isFile() ? [{ path, size, modified, identity: `${ino}-${ctimeMs}` }] : [];
  });
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
