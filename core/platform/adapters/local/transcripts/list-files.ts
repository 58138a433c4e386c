import { lstatSync, readdirSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Transcript } from '../../../ports/transcripts.ts';
import { byPath, isTranscript, topHistory } from '#core/text/transcript-path.ts';
import { fileOf } from './read-file.ts';

/** The promises of readdir() and lstat() take ten times as long. So many take about a millisecond. */
const filesPerTurn = 200;

/** The regular files of the layout. Links are not followed, but the folder itself may be one. */
export async function listTranscripts(directory: string): Promise<Transcript[]> {
  const projects = entriesOf(directory).filter((entry) => entry.isDirectory());
  const paths = [topHistory, ...projects.flatMap(({ name }) => pathsOf(directory, name))];
  const files: Transcript[] = [];
  for (const [at, path] of paths.entries()) {
    if (at % filesPerTurn === filesPerTurn - 1) await turn();
    files.push(...stat(directory, path));
  }
  return files.sort(byPath);
}

function pathsOf(directory: string, project: string): string[] {
  return entriesOf(fileOf(directory, `${project}/`))
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${project}/${name}`)
    .filter(isTranscript);
}

function stat(directory: string, path: string): Transcript[] {
  return ifReadable(() => {
    const stats = lstatSync(fileOf(directory, path));
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
