import { lstat, readdir } from 'node:fs/promises';
import type { Transcript } from '../../../ports/transcripts.ts';
import { byPath, isTranscript, topHistory } from '#core/text/transcript-path.ts';
import { fileOf } from './read-file.ts';

/** The regular files of the layout. Links are not followed, but the folder itself may be one. */
export async function listTranscripts(directory: string): Promise<Transcript[]> {
  const entries = await entriesOf(directory);
  const projects = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const inProjects = await Promise.all(projects.map((project) => pathsOf(directory, project)));
  const paths = [topHistory, ...inProjects.flat()];
  const files = await Promise.all(paths.map((path) => stat(directory, path)));
  return files.flat().sort(byPath);
}

async function pathsOf(directory: string, project: string): Promise<string[]> {
  return (await entriesOf(fileOf(directory, `${project}/`)))
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${project}/${name}`)
    .filter(isTranscript);
}

async function stat(directory: string, path: string): Promise<Transcript[]> {
  const found = await lstat(fileOf(directory, path)).catch(() => undefined);
  if (!found?.isFile()) return [];
  const { size, mtime: modified, ino, ctimeMs } = found;
  return [{ path, size, modified, identity: `${ino}-${ctimeMs}` }];
}

/** Absent or not readable: none. */
function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
