import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { usage } from '../../line/group.ts';

export interface Report {
  readonly file: string;
  /** A folder has XML files that are no reports. */
  readonly isOfFolder: boolean;
}

/** The files that words name: files, `-`, patterns, and folders with all XML and TRX files below them. Each once. */
export async function findReports(words: readonly string[]): Promise<readonly Report[]> {
  if (words.length === 0) {
    throw usage('Give test reports, a folder of them, or a job and a build number');
  }
  const reports = new Map<string, Report>();
  for (const word of words) {
    const isOfFolder = await isFolder(word);
    const files = isOfFolder ? await matches(join(word, '**/*.{xml,trx}')) : await filesOf(word);
    if (files.length === 0) throw usage(`There is no XML or TRX file in ${word}`);
    for (const file of files) reports.set(file, { file, isOfFolder });
  }
  return [...reports.values()];
}

async function filesOf(word: string): Promise<readonly string[]> {
  if (word === '-' || (await isFile(word))) return [word];
  const isPattern = /[*?[{]/.test(word);
  const files = isPattern ? await matches(word) : [];
  if (files.length > 0) return files;
  throw usage(
    isPattern
      ? `No file matches ${word}`
      : `There is no file ${word}. A build needs a number too: lantern analyze <job> <build>`,
  );
}

async function matches(pattern: string): Promise<string[]> {
  const files = await Array.fromAsync(glob(pattern, { exclude: isForeign }));
  const areFiles = await Promise.all(files.map(isFile));
  return files.filter((_, at) => areFiles[at]).toSorted();
}

const isForeign = (path: string) => /(?:^|[\\/])(?:node_modules|\.git)$/.test(path);

export const isFile = async (path: string) => (await kindOf(path))?.isDirectory() === false;
const isFolder = async (path: string) => (await kindOf(path))?.isDirectory() === true;
const kindOf = (path: string) => stat(path).catch(() => undefined);
