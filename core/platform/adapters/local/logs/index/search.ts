import type {
  LogBucket,
  LogPage,
  LogQuery,
  Logs,
  PlacedEntry,
  WebhookSummary,
} from '../../../../ports/logs.ts';
import { bucketsOf } from '../../../rules/logs/buckets.ts';
import { matcher } from '../../../rules/logs/matches.ts';
import { searchAll } from '../../../rules/logs/search-all.ts';
import { cursorAt, placeOf } from '../files/places.ts';
import type { LogIndex } from './open-index.ts';
import { rowColumns, rowReader, type Row } from './read-rows.ts';
import { selectionOf, totalOf, type Selection } from './selection.ts';

type Page = Parameters<Logs['search']>[1];

/** So many entries are read and compared sooner than the index of texts is asked. */
const maxRead = 2_000;
/** Reading an entry takes so much longer than reading its row. */
const readFactor = 20;

export function search({ sql, directory }: LogIndex, query: LogQuery, page: Page): LogPage {
  const entryCount = totalOf(sql, []);
  const selection = selectionOf(sql, query);
  const nothing = {
    entries: [],
    total: 0,
    kept: entryCount,
    scanned: entryCount,
    isPartial: false,
  };
  if (!selection) return nothing;
  using reader = rowReader(sql, directory);
  const few = fewRows(selection);
  if (few) {
    const { entries, total } = searchAll(reader.readAll(few), query, page);
    return { ...nothing, entries, total };
  }
  const total = selection.count();
  const { limit, offset = 0, order = 'newest' } = page;
  const way = order === 'newest' ? 'DESC' : 'ASC';
  const by = `ORDER BY time ${way}, entry.id ${way}`;
  const needed = Math.min(total, offset + limit);
  // Enough matches of a frequent text are among the first entries.
  const isFrequent = selection.hasText && (needed * entryCount * readFactor) / total < total;
  if (!isFrequent) {
    const rows = selection.rows(rowColumns, `${by} LIMIT ? OFFSET ?`, limit, offset);
    return { ...nothing, entries: reader.readAll([...rows] as unknown as Row[]), total };
  }
  const isMatch = matcher(query);
  const entries: PlacedEntry[] = [];
  for (const row of selection.withoutText.rows(rowColumns, by)) {
    if (entries.length >= needed) break;
    entries.push(...reader.readAll([row as unknown as Row]).filter(isMatch));
  }
  return { ...nothing, entries: entries.slice(offset), total };
}

export function histogram(
  { sql, directory }: LogIndex,
  query: LogQuery & { readonly start: string; readonly end: string },
  buckets: number,
): LogBucket[] {
  const selection = selectionOf(sql, query);
  const spans = bucketsOf([], query, buckets);
  if (!selection) return spans;
  const few = fewRows(selection);
  if (few) {
    using reader = rowReader(sql, directory);
    return bucketsOf(reader.readAll(few).filter(matcher(query)), query, buckets);
  }
  const [first = 0, second = first + 1] = spans.map(({ time }) => Date.parse(time));
  const width = spans.length > 1 ? second - first : Number.MAX_SAFE_INTEGER;
  const level = sql.statement("SELECT id FROM value WHERE field = 'level' AND text = 'ERROR'");
  const columns =
    `CAST((time - ${first}) / ${width} AS INTEGER) AS span, count(*) AS total,` +
    ` sum(level = ${Number(level.get()?.['id'] ?? 0)}) AS errors`;
  for (const { span, total, errors } of selection.rows(columns, 'GROUP BY span')) {
    const one = spans[Number(span)];
    if (one) spans[Number(span)] = { time: one.time, total: Number(total), errors: Number(errors) };
  }
  return spans;
}

export function summaries(
  { sql, directory }: LogIndex,
  of: Parameters<Logs['summaries']>[0],
  limit: number,
) {
  const selection = selectionOf(sql, { where: { ...of, level: 'COMPLETED' } });
  const records: WebhookSummary[] = [];
  if (!selection) return records;
  using reader = rowReader(sql, directory);
  for (const row of selection.rows(rowColumns, 'ORDER BY time DESC, entry.id DESC')) {
    if (records.length >= limit) break;
    const record = reader.recordOf(row as unknown as Row);
    if (record?.type === 'webhook_summary') records.push(record);
  }
  return records;
}

/** Matches in the order of their cursors, and the newest cursor. */
export function matchesAfter(
  { sql, directory }: LogIndex,
  query: LogQuery,
  limit: number,
): { readonly entries: PlacedEntry[]; readonly upTo: number } {
  const upTo = Number(sql.statement('SELECT max(id) AS id FROM entry').get()?.['id'] ?? 0);
  const { after = 0 } = query;
  // A cursor beyond the newest is of a file that somebody removed: its day begins again.
  const from = after > upTo ? cursorAt(placeOf(after).day, -1) : after;
  const selection = selectionOf(sql, { ...query, after: from }, 'cursor');
  if (!selection) return { entries: [], upTo };
  using reader = rowReader(sql, directory);
  const rows = selection.rows(rowColumns, 'ORDER BY entry.id LIMIT ?', limit);
  const entries = reader.readAll([...rows] as unknown as Row[]);
  return { entries, upTo };
}

/** The rows of a query for a text, without its text, when they are few. */
function fewRows({ hasText, withoutText }: Selection): Row[] | undefined {
  if (!hasText || withoutText.isMoreThan(maxRead)) return undefined;
  return [...withoutText.rows(rowColumns, '')] as unknown as Row[];
}
