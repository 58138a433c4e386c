import { lstatSync, type Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { Transcript } from '../../../ports/transcripts.ts';
import { byPath, isTranscript, topHistory } from '#core/text/transcript-path.ts';
import { fileOf } from './read-file.ts';

/** lstat() of a promise takes ten times as long. So many take about a millisecond. */
const filesPerTurn = 200;

/** The regular files of the layout. Links are not followed, but the folder itself may be one. */
export async function listTranscripts(directory: string): Promise<Transcript[]> {
  const entries = await entriesOf(directory);
  const projects = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const inProjects = await Promise.all(projects.map((project) => pathsOf(directory, project)));
  const paths = [topHistory, ...inProjects.flat()];
  const files: Transcript[] = [];
  for (const [at, path] of paths.entries()) {
    if (at % filesPerTurn === filesPerTurn - 1) await turn();
    files.push(...stat(directory, path));
  }
  return files.sort(byPath);
}

async function pathsOf(directory: string, project: string): Promise<string[]> {
  return (await entriesOf(fileOf(directory, `${project}/`)))
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${project}/${name}`)
    .filter(isTranscript);
}

function stat(directory: string, path: string): Transcript[] {
  let stats: Stats;
  try {
    stats = lstatSync(fileOf(directory, path));
  } catch {
    // It vanished, or may not be read.
    return [];
  }
  if (!stats.isFile()) return [];
  const { size, mtime: modified, ino, ctimeMs } = stats;
  return [{ path, size, modified, identity: `${ino}-${ctimeMs}` }];
}

/** Absent or not readable: none. */
function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
