import type { LogBucket, LogPage, LogQuery } from '../../../ports/logs.ts';
import { bucketCounter } from '../../rules/logs/buckets.ts';
import { matcher } from '../../rules/logs/matches.ts';
import {
  plainCondition,
  recordOfRow,
  type EntryRow,
  type PlacedRecord,
} from '../../rules/logs/plain-dialect.ts';
import type { LogFile } from './files.ts';
import { entryColumns, filesOf, hasText, timeOf } from './parquet.ts';
import type { LogParts } from './parts.ts';

/** A portion is searched at once: some of so many entries and some of so many bytes, about. The budget is
 * looked at between portions, whose text is searched in a quarter of a second. */
const portionEntries = 600_000;
const portionBytes = 64 * 1024 * 1024;

/** The place of a match in the log. */
interface Hit {
  readonly time: number;
  readonly cursor: number;
}

interface Options {
  /** Matches that are read. */
  readonly most: number;
  /** By time, then cursor; or by cursor alone, the lowest first. */
  readonly order: 'newest' | 'oldest' | 'cursor';
  /** In milliseconds; no file is read later. */
  readonly until?: number;
}

export interface Found extends Omit<LogPage, 'entries'> {
  readonly records: readonly PlacedRecord[];
}

type Spans = LogQuery & { readonly start: string; readonly end: string };
type View = Awaited<ReturnType<typeof look>>;

/** The log, as one search sees it. The tail before the list: a record that moves in between is in
 * both, and never in none. */
async function look({ tail, files }: LogParts, query: LogQuery) {
  const items = await Array.fromAsync(tail.items());
  const list = await files.list();
  const newest = items
    .flatMap(({ records }) => records)
    .filter(({ entry }) => entry.cursor > list.last);
  const isMatch = matcher(query);
  const condition = plainCondition(query, hasText);
  return {
    list,
    size: countOf(list.files) + newest.length,
    matches: newest.filter(({ entry }) => isMatch(entry)),
    condition: condition ?? { text: 'false', values: [] },
    candidates: condition ? list.files.filter((file) => matchesIn(file, query) !== 0) : [],
    /** Files whose objects were not there. */
    missing: new Set<LogFile>(),
  };
}

/** Searches files and tail. */
export function finder(parts: LogParts, now: () => number) {
  const { engine, files, local } = parts;

  /** An object that is missing was replaced by a compaction, so that the list is another one by now, or
   * is lost: after a restore of the table the list may name objects that were deleted since. */
  async function inView<Result>(query: LogQuery, work: (view: View) => Promise<Result>) {
    for (;;) {
      const view = await look(parts, query);
      const result = await work(view);
      if (view.missing.size === 0) return result;
      if ((await files.list()).token === view.list.token) return result;
    }
  }

  const ask = <Row extends object>(
    { condition, missing }: Pick<View, 'condition' | 'missing'>,
    portion: readonly LogFile[],
    sql: (matches: string) => string,
  ) =>
    local.hold(portion, async (paths, others) => {
      for (const file of others) missing.add(file);
      if (paths.length === 0) return [];
      const text = sql(`${filesOf(paths)} WHERE ${condition.text}`);
      return engine.rows<Row>(text, [...condition.values]);
    });

  async function find(view: View, query: LogQuery, options: Options): Promise<Found> {
    const { most, order, until = Number.POSITIVE_INFINITY } = options;
    const [sign, way] = order === 'newest' ? [-1, 'DESC'] : [1, 'ASC'];
    const compare = (one: Hit, other: Hit) =>
      sign * ((order === 'cursor' ? 0 : one.time - other.time) || one.cursor - other.cursor);
    /** The earliest place that an entry of the file can have. */
    const placeOf = ({ from, to, first, last }: LogFile): Hit =>
      order === 'newest' ? { time: to, cursor: last } : { time: from, cursor: first };

    let hits = view.matches.map(hitOf).sort(compare).slice(0, most);
    let total = view.matches.length;
    let unread = 0;
    const { read = [], counted = [] } = Object.groupBy(
      view.candidates.toSorted((one, other) => compare(placeOf(one), placeOf(other))),
      (file) => (matchesIn(file, query) === undefined ? 'read' : 'counted'),
    );
    for (const portion of [...portionsOf(read), ...counted.map((file) => [file])]) {
      // A file whose matches are counted is read only if they are shown.
      const [file] = portion as [LogFile];
      const count = matchesIn(file, query);
      const last = hits[most - 1];
      if (count !== undefined && last && compare(last, placeOf(file)) <= 0) total += count;
      else if (now() >= until) unread += countOf(portion);
      else {
        const rows = await ask<Hit & { readonly total: number }>(
          view,
          portion,
          (matches) => `
            WITH hit AS MATERIALIZED (
              SELECT epoch_ms(time)::DOUBLE AS time, cursor::DOUBLE AS cursor FROM ${matches}
            )
            SELECT *, (SELECT count(*) FROM hit)::DOUBLE AS total FROM hit
            ORDER BY ${order === 'cursor' ? '' : `time ${way},`} cursor ${way}
            LIMIT ${Math.max(1, most)}`,
        );
        total += rows[0]?.total ?? 0;
        hits = hits.concat(rows).sort(compare).slice(0, most);
      }
    }
    const records = await recordsOf(view, hits);
    const scanned = view.size - unread - countOf([...view.missing]);
    return { records, total, kept: view.size, scanned, isPartial: scanned < view.size };
  }

  /** In the order of the hits. */
  async function recordsOf(view: View, hits: readonly Hit[]): Promise<PlacedRecord[]> {
    const records = new Map(view.matches.map((record) => [record.entry.cursor, record]));
    const others = hits.filter(({ cursor }) => !records.has(cursor));
    const holders = view.candidates.filter((file) => others.some((hit) => isWithin(hit, file)));
    const text = `cursor IN (${others.map(({ cursor }) => cursor).join()})`;
    const rows = await ask<EntryRow>(
      { ...view, condition: { text, values: [] } },
      holders,
      (matches) => `SELECT ${entryColumns} FROM ${matches}`,
    );
    for (const row of rows) records.set(row.cursor, recordOfRow(row));
    return hits.flatMap(({ cursor }) => records.get(cursor) ?? []);
  }

  async function histogram(view: View, query: Spans, buckets: number): Promise<LogBucket[]> {
    const counter = bucketCounter(query, buckets);
    for (const { entry } of view.matches) counter.add(timeOf(entry), entry.level);
    for (const portion of portionsOf(view.candidates)) {
      const spans = await ask<{ at: number; total: number; errors: number }>(
        view,
        portion,
        (matches) => `
          SELECT ((epoch_ms(time) - ${counter.from}) // ${counter.width})::DOUBLE AS at,
            count(*)::DOUBLE AS total,
            count(*) FILTER (level = 'ERROR')::DOUBLE AS errors
          FROM ${matches} GROUP BY 1`,
      );
      for (const { at, ...counts } of spans) counter.addMany(at, counts);
    }
    return counter.buckets();
  }

  return {
    find: (query: LogQuery, options: Options) =>
      inView(query, (view) => find(view, query, options)),
    histogram: (query: Spans, buckets: number) =>
      inView(query, (view) => histogram(view, query, buckets)),
  };
}

/** As many neighbours together as are searched at once. */
function portionsOf(files: readonly LogFile[]): readonly LogFile[][] {
  let size = 0;
  const portions = Map.groupBy(files, ({ count, bytes }) => {
    size += count / portionEntries + bytes / portionBytes;
    return Math.floor(size);
  });
  return [...portions.values()];
}

/** How many entries of the file match, as far as the list tells it. Undefined: some may. */
function matchesIn(file: LogFile, query: LogQuery): number | undefined {
  const { where = {}, not = {}, withoutNoiseOf = [], start, end } = query;
  const { after = 0, before = Number.POSITIVE_INFINITY } = query;
  const from = start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start);
  const to = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end);
  if (file.to < from || file.from > to || file.last <= after || file.first >= before) return 0;
  const isWhole = file.from >= from && file.to <= to && file.first > after && file.last < before;
  const hasValue = (values: object) => Object.values(values).some((value) => value !== undefined);
  if (!isWhole || hasValue(where) || hasValue(not)) return undefined;
  return withoutNoiseOf.reduce((sum, logger) => sum - (file.unhooked[logger] ?? 0), file.count);
}

function isWithin({ time, cursor }: Hit, { from, to, first, last }: LogFile): boolean {
  return time >= from && time <= to && cursor >= first && cursor <= last;
}

function hitOf({ entry }: PlacedRecord): Hit {
  return { time: timeOf(entry), cursor: entry.cursor };
}

function countOf(files: readonly LogFile[]): number {
  return files.reduce((sum, { count }) => sum + count, 0);
}
