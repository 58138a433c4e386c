import type { LogBucket, LogPage, LogQuery } from '../../../ports/logs.ts';
import { bucketCounter } from '../../rules/logs/buckets.ts';
import type { Condition } from '../../rules/logs/conditions.ts';
import { matcher } from '../../rules/logs/matches.ts';
import {
  plainCondition,
  recordOfRow,
  type EntryRow,
  type PlacedRecord,
} from '../../rules/logs/plain-dialect.ts';
import type { Engine } from './engine.ts';
import type { LogFile, LogFiles } from './files.ts';
import type { LocalFiles } from './local-files.ts';
import { entryColumns, filesOf, hasText } from './parquet.ts';
import { recordOfLine, type Line, type Tail } from './tail.ts';
import { topOf, type Hit, type Order } from './top.ts';

/** Files that are searched at once. The budget is looked at between portions, whose text is searched
 * in a quarter of a second. */
const portionEntries = 500_000;
const portionBytes = 64 * 1024 * 1024;

interface Options {
  /** Matches that are read. */
  readonly most: number;
  readonly order: Order;
  /** In milliseconds; no file is read later. */
  readonly until?: number;
}

export interface Found extends Omit<LogPage, 'entries'> {
  readonly records: readonly PlacedRecord[];
}

interface Parts {
  readonly engine: Engine;
  readonly tail: Tail;
  readonly files: LogFiles;
  readonly local: LocalFiles;
  readonly now: () => number;
}

type Spans = LogQuery & { readonly start: string; readonly end: string };
type Objects = ReadonlySet<string>;

/** Searches files and tail. */
export function finder({ engine, tail, files, local, now }: Parts) {
  /** The tail before the list: a line that moves in between is in both, and never in none. */
  async function read(query: LogQuery, absent: Objects) {
    const lines: Line[] = [];
    for await (const item of tail.items()) lines.push(...item.lines);
    const list = await files.list();
    const newest = lines.filter(({ cursor }) => cursor > list.last).map(recordOfLine);
    const isMatch = matcher(query);
    const condition = plainCondition(query, hasText);
    return {
      matches: newest.filter(({ entry }) => isMatch(entry)),
      condition: condition ?? { text: 'false', values: [] },
      candidates: list.files.filter(
        (file) => condition && !absent.has(file.object) && mayMatch(file, query),
      ),
      kept: countOf(list.files) + newest.length,
      missing: countOf(list.files.filter(({ object }) => absent.has(object))),
    };
  }

  const ask = <Row extends object>(
    portion: readonly LogFile[],
    { text, values }: Condition,
    sql: (matches: string) => string,
  ) =>
    local.hold(portion, (paths) =>
      engine.rows<Row>(sql(`${filesOf(paths)} WHERE ${text}`), [...values]),
    );

  async function find(query: LogQuery, options: Options, absent: Objects): Promise<Found> {
    const { most, order, until = Number.POSITIVE_INFINITY } = options;
    const log = await read(query, absent);
    const top = topOf(most, order);
    top.add(log.matches.map(({ entry }) => placeOf(entry)));
    let [total, unread] = [log.matches.length, log.missing];
    const candidates = log.candidates.toSorted(top.isEarlier);
    for (let at = 0; at < candidates.length;) {
      const file = candidates[at] as LogFile;
      // A file whose matches are counted is read only if they are shown.
      const count = matchesOf(file, query);
      const isShown = top.wants(file);
      const portion = count === undefined ? portionOf(candidates, at) : [file];
      at += portion.length;
      if (count !== undefined && !isShown) total += count;
      else if (now() >= until) unread += countOf(portion);
      else {
        const way = order === 'newest' ? 'DESC' : 'ASC';
        const by = order === 'cursor' ? 'cursor' : `time ${way}, cursor ${way}`;
        const hits = await ask<Hit & { total: number }>(portion, log.condition, (matches) =>
          [
            'WITH hit AS MATERIALIZED (SELECT epoch_ms(time)::DOUBLE AS time,',
            `cursor::DOUBLE AS cursor FROM ${matches})`,
            'SELECT *, (SELECT count(*) FROM hit)::DOUBLE AS total FROM hit',
            `ORDER BY ${by} LIMIT ${Math.max(1, most)}`,
          ].join(' '),
        );
        total += hits[0]?.total ?? 0;
        top.add(hits);
      }
    }
    const records = await recordsOf(top.all(), log.matches, candidates);
    const scanned = log.kept - unread;
    return { records, total, kept: log.kept, scanned, isPartial: unread > 0 };
  }

  /** In the order of the hits. */
  async function recordsOf(
    hits: readonly Hit[],
    matches: readonly PlacedRecord[],
    candidates: readonly LogFile[],
  ): Promise<PlacedRecord[]> {
    const records = new Map(matches.map((record) => [record.entry.cursor, record]));
    const others = hits.filter(({ cursor }) => !records.has(cursor));
    const holders = candidates.filter((file) => others.some((hit) => isWithin(hit, file)));
    if (holders.length > 0) {
      const text = `cursor IN (${others.map(({ cursor }) => cursor).join()})`;
      const rows = await ask<EntryRow>(
        holders,
        { text, values: [] },
        (matches) => `SELECT ${entryColumns} FROM ${matches}`,
      );
      for (const row of rows) records.set(row.cursor, recordOfRow(row));
    }
    return hits.flatMap(({ cursor }) => records.get(cursor) ?? []);
  }

  async function histogram(query: Spans, buckets: number, absent: Objects): Promise<LogBucket[]> {
    const counter = bucketCounter(query, buckets);
    const { matches, condition, candidates } = await read(query, absent);
    for (const { entry } of matches) counter.add(Date.parse(entry.timestamp), entry.level);
    const span = `(epoch_ms(time) - ${counter.from}) // ${counter.width}`;
    const errors = "count(*) FILTER (level = 'ERROR')";
    const columns = `(${span})::DOUBLE AS at, count(*)::DOUBLE AS total, ${errors}::DOUBLE AS errors`;
    for (let at = 0; at < candidates.length;) {
      const portion = portionOf(candidates, at);
      at += portion.length;
      const spans = await ask<{ at: number; total: number; errors: number }>(
        portion,
        condition,
        (rows) => `SELECT ${columns} FROM ${rows} GROUP BY 1`,
      );
      for (const { at: bucket, ...counts } of spans) counter.addMany(bucket, counts);
    }
    return counter.buckets();
  }

  return {
    find: (query: LogQuery, options: Options) =>
      files.withoutLost((absent) => find(query, options, absent)),
    histogram: (query: Spans, buckets: number) =>
      files.withoutLost((absent) => histogram(query, buckets, absent)),
  };
}

/** Files from this place on, as many as are searched at once. */
function portionOf(files: readonly LogFile[], at: number): readonly LogFile[] {
  let [entries, bytes] = [0, 0];
  const end = files.findIndex(({ count, bytes: size }, place) => {
    if (place < at) return false;
    entries += count;
    bytes += size;
    return place > at && (entries > portionEntries || bytes > portionBytes);
  });
  return files.slice(at, end === -1 ? files.length : end);
}

function boundsOf({ start, end, after = 0, before = Number.POSITIVE_INFINITY }: LogQuery) {
  return {
    from: start === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start),
    to: end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end),
    after,
    before,
  };
}

function mayMatch(file: LogFile, query: LogQuery): boolean {
  const { from, to, after, before } = boundsOf(query);
  return file.to >= from && file.from <= to && file.last > after && file.first < before;
}

/** How many entries of the file match, if the list tells it. */
function matchesOf(file: LogFile, query: LogQuery): number | undefined {
  const { where = {}, not = {}, withoutNoiseOf = [] } = query;
  const { from, to, after, before } = boundsOf(query);
  const isWhole = file.from >= from && file.to <= to && file.first > after && file.last < before;
  const hasValue = (values: object) => Object.values(values).some((value) => value !== undefined);
  if (!isWhole || hasValue(where) || hasValue(not)) return undefined;
  return withoutNoiseOf.reduce((sum, logger) => sum - (file.unhooked[logger] ?? 0), file.count);
}

function isWithin({ time, cursor }: Hit, { from, to, first, last }: LogFile): boolean {
  return time >= from && time <= to && cursor >= first && cursor <= last;
}

function placeOf({ timestamp, cursor }: PlacedRecord['entry']): Hit {
  return { time: Date.parse(timestamp), cursor };
}

function countOf(files: readonly LogFile[]): number {
  return files.reduce((sum, { count }) => sum + count, 0);
}
