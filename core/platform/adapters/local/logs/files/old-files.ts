import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMilliseconds, dayOf, isText } from './places.ts';

interface Limits {
  readonly directory: string;
  readonly now: Date;
  readonly days: number;
  readonly bytes: number;
}

interface LogFile {
  readonly name: string;
  readonly day: number;
  readonly size: number;
}

/** The files beyond the limits, oldest first. The newest day stays, and so does a text log that has
 * its first name: a process may write it. */
export async function oldFiles({ directory, now, days, bytes }: Limits): Promise<string[]> {
  const files = await filesIn(directory);
  const today = Math.floor(now.getTime() / dayMilliseconds);
  const newest = Math.max(...files.map(({ name, day }) => (dayOf(name) === undefined ? 0 : day)));
  let freeBytes = bytes;
  const old: string[] = [];
  for (const { name, day, size } of files) {
    freeBytes -= size;
    const isBeyond = day < today - days || freeBytes < 0;
    if (isBeyond && day < newest && !name.endsWith('.log')) old.unshift(name);
  }
  return old;
}

/** Newest first. The day of a text log is that of its last line. */
async function filesIn(directory: string): Promise<LogFile[]> {
  const files: LogFile[] = [];
  for (const name of await readdir(directory).catch(() => [])) {
    const day = dayOf(name);
    if (day === undefined && !isText(name)) continue;
    const file = await stat(join(directory, name)).catch(() => undefined);
    if (!file?.isFile()) continue;
    const last = day ?? Math.floor(file.mtimeMs / dayMilliseconds);
    files.push({ name, day: last, size: file.size });
  }
  return files.sort((one, other) => other.day - one.day);
}
