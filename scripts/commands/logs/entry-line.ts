import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { plain } from '../line/plain.ts';
import { paint, type Shell } from '../line/shell.ts';

const colours: Readonly<Record<string, Parameters<typeof paint>[1]>> = {
  ERROR: 'red',
  WARNING: 'yellow',
  SUCCESS: 'green',
  COMPLETED: 'green',
  STEP: 'cyan',
  DEBUG: 'dim',
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
