import type { Clock } from '../../../../ports/clock.ts';
import type { LogRecord } from '../../../../ports/logs.ts';
import { entryOf } from '../../../rules/logs/entry-of.ts';
import { onDisk } from '../../../rules/storage-failure.ts';
import { dailyWriter } from './daily-writer.ts';
import { textLine } from './text-line.ts';
import { textWriter } from './text-writer.ts';

interface WriterOptions {
  readonly directory: string;
  readonly clock: Clock;
  /** After each group, with the size of what was written. */
  readonly onWritten: (bytes: number) => void;
}

interface Waiting {
  readonly records: readonly LogRecord[];
  readonly textFile: string | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Writes records to the daily file. Calls that wait share the next write and its sync. */
export function logWriter({ directory, clock, onWritten }: WriterOptions) {
  const daily = dailyWriter({ directory, clock });
  const texts = new Map<string, ReturnType<typeof textWriter>>();
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const lines = group.flatMap(({ records }) =>
        records.map((each) => `${JSON.stringify(each)}\n`),
      );
      try {
        await onDisk(() => daily.append(lines.join('')));
      } catch (error) {
        for (const { reject } of group) reject(error);
        continue;
      }
      // The daily file has the entries already: a repeated call would write them twice.
      await writeTexts(group).catch(() => undefined);
      for (const { resolve } of group) resolve();
      onWritten(lines.reduce((size, line) => size + line.length, 0));
    }
    // In the same turn as the last look at the waiting calls.
    running = undefined;
  }

  async function writeTexts(group: readonly Waiting[]): Promise<void> {
    const lines = new Map<string, string>();
    for (const { records, textFile: name } of group) {
      if (name === undefined) continue;
      const more = records.map((record) => textLine(entryOf(record))).join('');
      lines.set(name, (lines.get(name) ?? '') + more);
    }
    for (const [name, text] of lines) {
      const writer = texts.get(name) ?? textWriter({ directory, name, clock });
      texts.set(name, writer);
      await writer.append(text);
    }
  }

  return {
    append(records: readonly LogRecord[], textFile: string | undefined): Promise<void> {
      if (records.length === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.push({ records, textFile, resolve, reject });
        running ??= work();
      });
    },

    async close(): Promise<void> {
      await running;
      await daily.close();
      for (const writer of texts.values()) await writer.close();
    },
  };
}
