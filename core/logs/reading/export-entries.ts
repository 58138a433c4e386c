import type * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { maxExported, type exportLinesQuery } from '../schema/query.ts';
import { queryOf } from './query-of.ts';

const pageSize = 2_000;

/** The matching entries, newest first, read page by page while they are sent: as a document, or with
 * one entry a line. */
export async function exportEntries(
  { logs, clock }: Pick<Platform, 'logs' | 'clock'>,
  { limit, ...filters }: z.output<typeof exportLinesQuery>,
  format: 'json' | 'ndjson',
) {
  if (limit > maxExported) {
    const message = `Result set too large (max ${maxExported} entries)`;
    throw new Failure('too-large', 'export_too_large', message);
  }
  const query = queryOf(filters, clock.now());
  const first = await logs.search(query, { limit: Math.min(limit, pageSize) });
  const total = Math.min(first.total, limit);
  const time = clock.now().toISOString();
  const metadata = {
    generated_at: time,
    filters_applied: filters,
    total_entries: total,
    export_format: 'json',
    truncated: first.total > limit,
  };

  async function* entries(): AsyncGenerator<PlacedEntry> {
    // Entries that are written meanwhile move those of the next page back: they come twice.
    const cursors = new Set<number>();
    for (let page = first, offset = 0; page.entries.length > 0;) {
      for (const entry of page.entries) {
        if (cursors.size === total) return;
        if (!cursors.has(entry.cursor)) yield entry;
        cursors.add(entry.cursor);
      }
      if (cursors.size === total) return;
      offset += page.entries.length;
      page = await logs.search(query, { limit: pageSize, offset });
    }
  }

  async function* text(): AsyncGenerator<string, void> {
    const isDocument = format === 'json';
    if (isDocument) yield `{"export_metadata":${JSON.stringify(metadata)},"log_entries":[`;
    let comma = isDocument ? '\n' : '';
    for await (const entry of entries()) {
      yield comma + JSON.stringify(entry) + (isDocument ? '' : '\n');
      if (isDocument) comma = ',\n';
    }
    if (isDocument) yield ']}\n';
  }

  const name = `webhook_logs_${time.slice(0, 19).replace(/[-:]/g, '').replace('T', '_')}`;
  return { fileName: `${name}.${format}`, isTruncated: metadata.truncated, text: text() };
}
