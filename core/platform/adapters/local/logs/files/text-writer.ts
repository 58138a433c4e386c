import { access, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../../../ports/clock.ts';
import { lineFile, type LineFile } from './line-file.ts';
import { localTime } from './times.ts';

interface TextWriterOptions {
  readonly directory: string;
  readonly name: string;
  readonly clock: Clock;
}

/** Writes a text log. Before the first line of a day the file of the day before is renamed to
 * `<name>.<date>`. */
export function textWriter({ directory, name, clock }: TextWriterOptions) {
  const path = join(directory, basename(name));
  let file: LineFile | undefined;
  let day: string | undefined;

  return {
    async append(lines: string): Promise<void> {
      const today = dateOf(clock.now());
      day ??= await lastDay(path);
      if (day !== undefined && day < today) {
        await file?.close();
        file = undefined;
        await rotate(path, day);
      }
      day = today;
      file ??= lineFile(path);
      await file.append(lines);
    },

    close: async () => file?.close(),
  };
}

async function lastDay(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats && dateOf(stats.mtime);
}

async function rotate(path: string, day: string): Promise<void> {
  const target = `${path}.${day}`;
  const isTaken = await access(target).then(
    () => true,
    () => false,
  );
  if (!isTaken) await rename(path, target);
}

function dateOf(moment: Date): string {
  return localTime(moment.toISOString()).slice(0, 10);
}
