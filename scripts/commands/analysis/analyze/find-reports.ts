import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { usage } from '../../line/group.ts';

export interface Report {
  readonly file: string;
  /** Folders and patterns have files that are no reports, too. */
  readonly isNamed: boolean;
  readonly folder?: string;
}

/** The files that words name: files, `-`, patterns, and folders with all files below them that may be reports.
 * Each once. */
export async function findReports(words: readonly string[]): Promise<readonly Report[]> {
  if (words.length === 0) {
    throw usage('Give test reports, a folder of them, or a job and a build number');
  }
  const reports = new Map<string, Report>();
  for (const word of words) {
    const isNamed = word === '-' || (await isFile(word));
    const folder = (await isFolder(word)) ? { folder: word } : {};
    for (const file of isNamed ? [word] : await filesOf(word)) {
      if (isNamed || !reports.has(file)) reports.set(file, { file, isNamed, ...folder });
    }
  }
  return [...reports.values()];
}

async function filesOf(word: string): Promise<readonly string[]> {
  if (await isFolder(word)) {
    const files = await matches(join(word, '**/*.{xml,trx,json,jsonl,tap}'));
    if (files.length > 0) return files.toSorted((a, b) => Number(isXml(b)) - Number(isXml(a)));
    throw usage(`There is no XML, TRX, JSON or TAP file in ${word}`);
  }
  const isPattern = /[*?[{]/.test(word);
  const files = isPattern ? await matches(word) : [];
  if (files.length > 0) return files;
  throw usage(
    isPattern
      ? `No file matches ${word}`
      : `There is no file ${word}. A build needs a number too: lantern analyze <job> <build>`,
  );
}

export const isXml = (file: string) => /\.(?:xml|trx)$/.test(file);

async function matches(pattern: string): Promise<string[]> {
  const files = await Array.fromAsync(glob(pattern, { exclude: isForeign }));
  const areFiles = await Promise.all(files.map(isFile));
  return files.filter((_, at) => areFiles[at]).toSorted();
}

const isForeign = (path: string) => /(?:^|[\\/])(?:node_modules|\.git)$/.test(path);

export const isFile = async (path: string) => (await kindOf(path))?.isDirectory() === false;
const isFolder = async (path: string) => (await kindOf(path))?.isDirectory() === true;
const kindOf = (path: string) => stat(path).catch(() => undefined);
