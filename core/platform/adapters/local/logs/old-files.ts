import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogLimits, OldCopies } from '../../../ports/logs.ts';
import { filesOnDisk } from './index/folder.ts';
import { dateOf, dayMilliseconds } from './files/places.ts';

interface Limits extends LogLimits {
  readonly directory: string;
  readonly now: Date;
}

/** Holds the first day of the files that the last removal left: older ones were not there. */
const markName = '.oldest-day';

export async function removeOldFiles(limits: Limits): Promise<void> {
  const { directory } = limits;
  const { old, rest } = sortedFiles(limits);
  for (const { name } of old) await rm(join(directory, name), { force: true });
  const mark = rest[0] && dateOf(rest[0].day);
  if (mark === undefined || mark === (await readMark(directory))) return;
  // Half a mark would let copies be removed: it is written aside.
  await writeFile(join(directory, `${markName}.new`), mark, { mode: 0o600 });
  await rename(join(directory, `${markName}.new`), join(directory, markName));
}

/** All that removeOldFiles() would remove, when files older than its mark are among it. */
export async function copiedFiles(limits: Limits): Promise<OldCopies | undefined> {
  const { old } = sortedFiles(limits);
  const [first, last] = [old[0], old.at(-1)];
  if (!first || !last) return undefined;
  const [from, to] = [dateOf(first.day), dateOf(last.day)];
  const mark = await readMark(limits.directory);
  return mark && from >= mark ? undefined : { files: old.length, from, to };
}

async function readMark(directory: string): Promise<string | undefined> {
  return readFile(join(directory, markName), 'utf8').catch(() => undefined);
}

/** Those beyond the limits and the others, both oldest first. The newest day stays, and a text log
 * that has its first name is in neither: a process may write it. */
function sortedFiles({ directory, now, days, bytes }: Limits) {
  const files = existsSync(directory) ? filesOnDisk(directory) : [];
  const today = Math.floor(now.getTime() / dayMilliseconds);
  const newest = Math.max(...files.map(({ day = 0 }) => day));
  let freeBytes = bytes;
  const sorted = files
    // The day of a text log is that of its last line.
    .map((file) => ({ ...file, day: file.day ?? Math.floor(file.modified / dayMilliseconds) }))
    .sort((one, other) => other.day - one.day)
    .map(({ name, day, size }) => {
      freeBytes -= size;
      return { name, day, isOld: day < newest && (day < today - days || freeBytes < 0) };
    })
    .filter(({ name }) => !name.endsWith('.log'))
    .toReversed();
  return { old: sorted.filter(({ isOld }) => isOld), rest: sorted.filter(({ isOld }) => !isOld) };
}
