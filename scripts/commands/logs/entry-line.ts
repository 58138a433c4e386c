import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { paint, type Shell } from '../line/shell.ts';

const colours: Readonly<Record<string, Parameters<typeof paint>[1]>> = {
  ...{ ERROR: 'red', WARNING: 'yellow', SUCCESS: 'green', COMPLETED: 'green' },
  ...{ STEP: 'cyan', DEBUG: 'dim' },
};

/** An entry for a terminal; further lines of its message are indented. */
export function entryLine(entry: PlacedEntry, { stdout }: Pick<Shell, 'stdout'>): string {
  const { timestamp, level, repository, pr_number, event_type, message } = entry;
  const subject = `${repository ?? ''}${pr_number === null ? '' : `#${pr_number}`}`;
  const context = [subject, event_type ?? ''].filter((part) => part !== '').join(' ');
  const parts = [
    paint(stdout, 'dim', plain(timestamp)),
    paint(stdout, colours[level] ?? 'bold', plain(level).padEnd(9)),
    ...(context === '' ? [] : [paint(stdout, 'blue', plain(context))]),
    plain(message).replaceAll('\n', '\n    '),
  ];
  return `${parts.join(' ')}\n`;
}

/** Text of others moves no cursor and sets no title of a terminal. */
export function plain(text: string): string {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ');
}
