import { setTimeout as pause } from 'node:timers/promises';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Shell } from '../line/shell.ts';
import type { ServerClient } from '../line/server-client.ts';
import { entryLine } from './entry-line.ts';
import { queryIn, type LogsOptions } from './options.ts';
import { openStream } from './stream.ts';

interface Page {
  readonly entries: readonly PlacedEntry[];
  readonly total_count: number;
}

const maxPageSize = 10_000;
const maxPauseMs = 10_000;

/** Shows entries as they are written. When the connection is lost, the next one continues after the
 * last entry. From a server without a stream at this address it asks for the entries again and
 * again. */
export async function tail(
  client: ServerClient,
  options: LogsOptions,
  shell: Shell,
): Promise<number | void> {
  const query = queryIn(options);
  let remaining = Number(options.count ?? Infinity);
  let cursor = 0;

  function show(entry: PlacedEntry): void {
    // What the stream and the search both give comes once.
    if (remaining <= 0 || entry.cursor <= cursor) return;
    ({ cursor } = entry);
    remaining -= 1;
    shell.stdout.write(
      options.json === true ? `${JSON.stringify(entry)}\n` : entryLine(entry, shell),
    );
  }

  const page = async (more: Record<string, string>) => {
    const search = new URLSearchParams([...query, ...Object.entries(more)]);
    const path = `/logs/api/entries?${search.toString()}`;
    const { entries, total_count } = await client.ask<Page>({ path });
    const sorted = entries.toSorted((one, other) => one.cursor - other.cursor);
    return { entries: sorted, older: total_count - entries.length };
  };
  const catchUp = async () => {
    const more = { after: String(cursor), limit: String(maxPageSize) };
    const { entries, older } = await page(more);
    if (older > 0) shell.stderr.write(`${older} entries arrived at once and were skipped.\n`);
    for (const entry of entries) show(entry);
  };

  const lines = Number(options.lines ?? 10);
  const { entries } = await page({ limit: String(Math.max(lines, 1)) });
  if (lines > 0) for (const entry of entries) show(entry);
  cursor = entries.at(-1)?.cursor ?? 0;

  for (let attempt = 0; remaining > 0; attempt += 1) {
    const end = await openStream(client.server, query, cursor, (entry) => {
      attempt = 0;
      if (entry === 'gap') return false;
      show(entry);
      return remaining > 0;
    });
    if (end.kind === 'refused') throw new Failure('forbidden', 'refused', end.reason);
    if (remaining <= 0) return;
    if (end.kind === 'lost') shell.stderr.write('The connection was lost. Reconnecting.\n');
    await pause(Math.min(maxPauseMs, 500 * 2 ** Math.min(attempt, 5)));
    if (end.kind !== 'absent') continue;
    await catchUp().catch((error: unknown) => {
      if (!isFailure(error, 'upstream')) throw error;
    });
  }
}
