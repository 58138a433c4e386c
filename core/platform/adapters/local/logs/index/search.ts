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
import type { Condition } from './conditions.ts';
import { fewRows, finder, ofDay, totalOf, type Finder } from './find.ts';
import type { LogIndex } from './open-index.ts';
import { rowColumns, rowReader, type Row } from './read-rows.ts';
import { countMatches, type Count } from './count.ts';

type Page = Parameters<Logs['search']>[1];

/** So many entries are read and compared sooner than the index of texts is asked. */
const fewTexts = 2_000;

/** `deadline`: of performance.now(). */
export function search(index: LogIndex, query: LogQuery, page: Page, deadline: number): LogPage {
  const { sql, directory } = index;
  const kept = totalOf(sql, []);
  const found = finder(sql, query);
  const nothing = { entries: [], total: 0, kept, scanned: kept, isPartial: false };
  if (!found) return nothing;
  using reader = rowReader(sql, directory);
  if (isFewTexts(found)) {
    const { entries, total } = searchAll(reader.readAll(driven(index, query)), query, page);
    return { ...nothing, entries, total };
  }
  const count = countMatches(sql, query, found, deadline);
  const rows =
    count.total === 0
      ? { rows: [], isPartial: false }
      : rowsOf(index, found, page, count, deadline);
  const entries = reader.readAll(rows.rows);
  return {
    entries,
    total: count.isPartial ? Math.max(count.total, entries.length) : count.total,
    kept,
    scanned: count.isPartial ? count.scanned : kept,
    isPartial: count.isPartial || rows.isPartial,
  };
}

export function histogram(
  index: LogIndex,
  query: LogQuery & { readonly start: string; readonly end: string },
  buckets: number,
): LogBucket[] {
  const { sql, directory } = index;
  const found = finder(sql, query);
  if (found && isFewTexts(found)) {
    using reader = rowReader(sql, directory);
    const isMatch = matcher(query);
    return bucketsOf(reader.readAll(driven(index, query)).filter(isMatch), query, buckets);
  }
  const spans = bucketsOf([], query, buckets);
  if (!found) return spans;
  const [first = 0, second = first + 1] = spans.map(({ time }) => Date.parse(time));
  const width = spans.length > 1 ? second - first : Number.MAX_SAFE_INTEGER;
  const { from, where, parameters } = found.select();
  const rows = sql
    .statement(
      `SELECT CAST((time - ?) / ? AS INTEGER) AS span, count(*) AS total, sum(level = ?) AS errors
       FROM ${from} WHERE ${where} GROUP BY span`,
    )
    .all(first, width, levelId(index, 'ERROR'), ...parameters);
  for (const { span, total, errors } of rows) {
    const at = Number(span);
    const one = spans[at];
    if (one) spans[at] = { time: one.time, total: Number(total), errors: Number(errors) };
  }
  return spans;
}

export function summaries(index: LogIndex, of: Parameters<Logs['summaries']>[0], limit: number) {
  const { sql, directory } = index;
  const where = { ...of, level: 'COMPLETED' };
  const found = finder(sql, { where });
  if (!found) return [];
  using reader = rowReader(sql, directory);
  const { from, where: text, parameters } = found.select();
  const rows = sql
    .statement(`SELECT ${rowColumns} FROM ${from} WHERE ${text} ORDER BY time DESC, id DESC`)
    .iterate(...parameters) as unknown as Iterable<Row>;
  const records: WebhookSummary[] = [];
  for (const row of rows) {
    if (records.length >= limit) break;
    const record = reader.recordOf(row);
    if (record?.type === 'webhook_summary') records.push(record);
  }
  return records;
}

/** Matches in the order of their cursors, and the cursor up to which there are no others. */
export function matchesAfter(
  index: LogIndex,
  query: LogQuery,
  limit: number,
): { readonly entries: PlacedEntry[]; readonly upTo: number } {
  const { sql, directory } = index;
  const upTo = Number(sql.statement('SELECT max(id) AS id FROM entry').get()?.['id'] ?? 0);
  const found = finder(sql, query);
  if (!found) return { entries: [], upTo };
  using reader = rowReader(sql, directory);
  if (isFewTexts(found)) {
    const isMatch = matcher(query);
    const entries = reader.readAll(driven(index, query)).filter(isMatch);
    entries.sort((one, other) => one.cursor - other.cursor);
    const some = entries.slice(0, limit);
    return { entries: some, upTo: some.length < limit ? upTo : (some.at(-1)?.cursor ?? upTo) };
  }
  // By cursor, unless one condition selects few.
  const { from, where, parameters } = found.select();
  const by = found.driver.rows > fewRows ? from.replace(/ INDEXED BY \w+/, ' NOT INDEXED') : from;
  const rows = sql
    .statement(`SELECT ${rowColumns} FROM ${by} WHERE ${where} ORDER BY entry.id LIMIT ?`)
    .all(...parameters, limit) as unknown as Row[];
  return {
    entries: reader.readAll(rows),
    upTo: rows.length < limit ? upTo : (rows.at(-1)?.id ?? upTo),
  };
}

function isFewTexts({ conditions: { wanted, unwanted }, driver }: Finder): boolean {
  return (wanted !== undefined || unwanted !== undefined) && driver.rows <= fewTexts;
}

/** The rows of the query without its texts. */
function driven({ sql }: LogIndex, { where, not, ...rest }: LogQuery): Row[] {
  const { search: _wanted, ...values } = where ?? {};
  const { search: _unwanted, ...others } = not ?? {};
  const selection = finder(sql, { ...rest, where: values, not: others })?.select();
  if (!selection) return [];
  return sql
    .statement(`SELECT ${rowColumns} FROM ${selection.from} WHERE ${selection.where}`)
    .all(...selection.parameters) as unknown as Row[];
}

/** The rows of a page. Many matches are looked for day by day, until there are enough. */
function rowsOf(
  { sql }: LogIndex,
  found: Finder,
  { limit, offset = 0, order = 'newest' }: Page,
  { total }: Count,
  deadline: number,
): { readonly rows: Row[]; readonly isPartial: boolean } {
  const way = order === 'newest' ? 'DESC' : 'ASC';
  const ordered = `ORDER BY time ${way}, entry.id ${way} LIMIT ?`;
  const needed = Math.min(total, offset + limit);
  const isText = found.conditions.wanted !== undefined;
  // Day by day, so many rows pass until there are enough. One read by time costs less than one
  // read by another index.
  const passed = (totalOf(sql, []) * needed) / total / 4;
  if (isText ? total <= fewRows : found.driver.rows <= Math.max(fewRows, passed)) {
    const { from, where, parameters } = found.select();
    const rows = sql
      .statement(`SELECT ${rowColumns} FROM ${from} WHERE ${where} ${ordered} OFFSET ?`)
      .all(...parameters, limit, offset) as unknown as Row[];
    return { rows, isPartial: false };
  }
  const days = found.days();
  if (order === 'newest') days.reverse();
  const rows: Row[] = [];
  for (const { day } of days) {
    if (rows.length >= needed) break;
    if (performance.now() > deadline) return { rows: rows.slice(offset), isPartial: true };
    const more = isText ? [...ofDay(day), ...idsOf(sql, day)] : ofDay(day);
    const { from, where, parameters } = found.selectByTime(more);
    rows.push(
      ...(sql
        .statement(`SELECT ${rowColumns} FROM ${from} WHERE ${where} ${ordered}`)
        .all(...parameters, needed - rows.length) as unknown as Row[]),
    );
  }
  return { rows: rows.slice(offset), isPartial: false };
}

/** For the index of texts, which knows no times. It ignores limits that are not integers, as
 * JavaScript's numbers are. */
function idsOf(sql: LogIndex['sql'], day: number): Condition[] {
  const [from, to] = ofDay(day);
  const ids = sql.statement(
    `SELECT min(id) AS first, max(id) AS last FROM entry INDEXED BY by_time
     WHERE ${from?.text} AND ${to?.text}`,
  );
  const row = ids.get(...(from?.values ?? []), ...(to?.values ?? []));
  return [
    {
      text: 'text.rowid >= CAST(? AS INTEGER)',
      values: [Number(row?.['first'])],
      isCounted: false,
    },
    { text: 'text.rowid <= CAST(? AS INTEGER)', values: [Number(row?.['last'])], isCounted: false },
  ];
}

function levelId({ sql }: LogIndex, level: string): number {
  const row = sql.statement("SELECT id FROM value WHERE field = 'level' AND text = ?").get(level);
  return Number(row?.['id'] ?? 0);
}
