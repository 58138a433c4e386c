import type * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { maxExported, type exportLinesQuery } from '../schema/query.ts';
import { queryOf } from './query-of.ts';

type Needs = Pick<Platform, 'logs' | 'clock'>;
type Asked = z.output<typeof exportLinesQuery>;

export interface EntryExport {
  readonly fileName: string;
  readonly total: number;
  /** More entries match. */
  readonly isTruncated: boolean;
  readonly entries: AsyncIterable<PlacedEntry>;
  readonly filters: Readonly<Record<string, string | number>>;
  readonly time: string;
}

const pageSize = 2_000;

/** The matching entries, newest first, read page by page while they are sent. */
export async function exportEntries(
  { logs, clock }: Needs,
  { limit, ...filters }: Asked,
): Promise<EntryExport> {
  if (limit > maxExported) {
    const message = `Result set too large (max ${maxExported} entries)`;
    throw new Failure('too-large', 'export_too_large', message);
  }
  const query = queryOf(filters);
  const first = await logs.search(query, { limit: Math.min(limit, pageSize) });
  const total = Math.min(first.total, limit);
  const time = clock.now().toISOString();

  async function* entries() {
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

  return {
    fileName: `webhook_logs_${time.slice(0, 19).replace(/[-:]/g, '').replace('T', '_')}`,
    total,
    isTruncated: first.total > limit,
    entries: entries(),
    filters: applied(filters),
    time,
  };
}

/** The filters as they were given. */
function applied(filters: Omit<Asked, 'limit'>): Record<string, string | number> {
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string | number>;
}

/** The document of the export, piece by piece. */
export async function* exportText(from: EntryExport): AsyncGenerator<string, void> {
  const export_metadata = {
    generated_at: from.time,
    filters_applied: from.filters,
    total_entries: from.total,
    export_format: 'json',
    truncated: from.isTruncated,
  };
  yield `{"export_metadata":${JSON.stringify(export_metadata)},"log_entries":[`;
  let comma = '';
  for await (const entry of from.entries) {
    yield `${comma}\n${JSON.stringify(entry)}`;
    comma = ',';
  }
  yield ']}\n';
}

/** One entry a line. */
export async function* exportLines({ entries }: EntryExport): AsyncGenerator<string, void> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}
