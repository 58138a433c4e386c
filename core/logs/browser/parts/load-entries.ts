import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { prefix } from '#core/web/elements/prefix.ts';

interface Wanted {
  readonly query: string;
  readonly limit: number;
  /** The cursor of an entry: its neighbours are loaded, and the filters do not count. */
  readonly entry?: string;
  readonly after?: number;
  readonly signal: AbortSignal;
}

interface Loaded {
  /** Newest first. */
  readonly entries: readonly PlacedEntry[];
  readonly stats?: {
    readonly total: number;
    readonly kept: number;
    readonly scanned: number;
    readonly isPartial: boolean;
  };
}

interface EntryPage {
  readonly entries: readonly PlacedEntry[];
  readonly entries_processed: number;
  readonly total_count: number;
  readonly total_log_count_estimate: number;
  readonly is_partial_scan: boolean;
}

/** Entries from the API. Throws an error whose message is for people. */
export async function loadEntries(request: Wanted): Promise<Loaded> {
  const { query, limit, entry = '', after, signal } = request;
  if (entry !== '') {
    const half = '50';
    const neighbours = new URLSearchParams({ cursor: entry, before: half, after: half });
    const { entries } = await get<Loaded>(
      `${prefix}/logs/api/around?${neighbours.toString()}`,
      signal,
    );
    return { entries: entries.toReversed() };
  }
  const params = new URLSearchParams(query);
  params.set('limit', String(limit));
  if (after !== undefined) params.set('after', String(after));
  const page = await get<EntryPage>(`${prefix}/logs/api/entries?${params.toString()}`, signal);
  const { entries, total_count: total, total_log_count_estimate: sum } = page;
  const stats = {
    total,
    kept: sum,
    scanned: page.entries_processed,
    isPartial: page.is_partial_scan,
  };
  return { entries, stats };
}

async function get<Answer>(url: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal }).catch(
    (cause: unknown) => {
      const text = 'The server did not respond. Check your connection, then try again.';
      throw new Error(text, { cause });
    },
  );
  if (response.ok) return (await response.json()) as Answer;
  const body = (await response.json().catch(() => ({}))) as { readonly detail?: unknown };
  if (typeof body.detail === 'string' && response.status < 500) throw new Error(body.detail);
  throw new Error('The server failed. Try again in a moment.');
}
