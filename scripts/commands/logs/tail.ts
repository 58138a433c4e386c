import { setTimeout as pause } from 'node:timers/promises';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { type Failure, isFailure } from '#core/platform/failure.ts';
import type { Shell } from '../line/shell.ts';
import type { ServerClient } from '../line/server-client.ts';
import { entryLine } from './entry-line.ts';
import { queryIn, type LogsOptions } from './options.ts';

interface Page {
  readonly entries: readonly PlacedEntry[];
  readonly total_count: number;
}

const maxPageSize = 10_000;
const everyMs = 1_000;

/** Shows entries as they are written: asks every second for those after the last one, also when the
 * server could not be reached for a while. */
export async function tail(
  client: ServerClient,
  options: LogsOptions,
  shell: Shell,
): Promise<number | void> {
  const query = queryIn(options);
  let remaining = Number(options.count ?? Infinity);
  let cursor = 0;

  async function readPage(more: Record<string, string>) {
    const search = new URLSearchParams([...query, ...Object.entries(more)]);
    const path = `/logs/api/entries?${search.toString()}`;
    const { entries, total_count } = await client.ask<Page>({ path });
    const sorted = entries.toSorted((one, other) => one.cursor - other.cursor);
    cursor = sorted.at(-1)?.cursor ?? cursor;
    return { entries: sorted, older: total_count - entries.length };
  }

  function show(entries: readonly PlacedEntry[]): void {
    for (const entry of entries.slice(0, remaining)) {
      remaining -= 1;
      shell.stdout.write(
        options.json === true ? `${JSON.stringify(entry)}\n` : entryLine(entry, shell),
      );
    }
  }

  const lines = Number(options.lines ?? 10);
  const { entries } = await readPage({ limit: String(Math.max(lines, 1)) });
  if (lines > 0) show(entries);
  let isLost = false;
  while (remaining > 0) {
    await pause(everyMs);
    try {
      const page = await readPage({ after: String(cursor), limit: String(maxPageSize) });
      isLost = false;
      if (page.older > 0) {
        shell.stderr.write(`${page.older} entries came at once and are left out.\n`);
      }
      show(page.entries);
    } catch (error) {
      if (!isFailure(error) || !mayPass(error)) throw error;
      if (!isLost) shell.stderr.write('The connection was lost; asking again.\n');
      isLost = true;
    }
  }
}

/** Not reached, or a server or proxy that cannot answer now. */
function mayPass({ kind, code }: Failure): boolean {
  return kind === 'upstream' || code.startsWith('status_5');
}
