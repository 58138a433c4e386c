import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../../ports/clock.ts';
import { dailyFile, dayMilliseconds, dayOf } from './places.ts';
import { lineFile, type LineFile } from './line-file.ts';

/** Writes lines to the file of the day. */
export function dailyWriter({ directory, clock }: { directory: string; clock: Clock }) {
  let day: number | undefined;
  let file: LineFile | undefined;

  return {
    async append(lines: string): Promise<void> {
      const today = Math.floor(clock.now().getTime() / dayMilliseconds);
      day ??= await prepare();
      if (!file || today > day) {
        await file?.close();
        // Cursors grow, also when the clock is set back.
        day = Math.max(today, day);
        file = lineFile(join(directory, dailyFile(day)));
      }
      await file.append(lines);
    },

    close: async () => file?.close(),
  };

  /** The newest day that there is. */
  async function prepare(): Promise<number> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const days = (await readdir(directory)).map((name) => dayOf(name) ?? 0);
    return Math.max(0, ...days);
  }
}
