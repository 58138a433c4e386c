import { Failure } from '#core/platform/failure.ts';
import type { LogQuery, LogValues } from '#core/platform/ports/logs.ts';
import { noisyLoggers } from '../loggers.ts';
import { filterQuery, type Filters, valueNames } from '../schema/query.ts';
import { filtersOfLine } from './query-line.ts';

/** The search that the filters of a request ask for. Without any, the viewer's own entries are left
 * out. */
export function queryOf({ q, ...others }: Filters, now: Date): LogQuery {
  const filters = q === undefined ? others : { ...others, ...filtersIn(q, others) };
  const { start_time, end_time } = filters;
  const where = valuesIn(filters, '');
  const not = valuesIn(filters, 'not_');
  const query: LogQuery = {
    ...(where && { where }),
    ...(not && { not }),
    ...(start_time !== undefined && { start: readTime('start_time', start_time, now) }),
    ...(end_time !== undefined && { end: readTime('end_time', end_time, now) }),
  };
  const isUnfiltered = Object.keys(query).length === 0;
  return isUnfiltered ? { withoutNoiseOf: noisyLoggers } : query;
}

function filtersIn(line: string, others: Filters): Filters {
  const { success, data, error } = filterQuery.safeParse(filtersOfLine(line, others));
  if (success) return data;
  const [{ path, message } = { path: [], message: '' }] = error.issues;
  throw new Failure('invalid', 'bad_query', `${path.join('.')} ${message}`);
}

/** Undefined: no filter is set. */
function valuesIn(filters: Filters, prefix: '' | 'not_'): LogValues | undefined {
  const values = valueNames
    .map((name) => [name, filters[`${prefix}${name}`]] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, name === 'level' ? String(value).toUpperCase() : value]);
  return values.length === 0 ? undefined : (Object.fromEntries(values) as LogValues);
}

// The offset's plus sign arrives as a space when it is not encoded in a URL.
const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+ -]\d\d:?\d\d)?$/i;

function readTime(name: 'start_time' | 'end_time', text: string, now: Date): string {
  return timeOf(text, now) ?? refuse(name, text);
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** An ISO 8601 time in the form of an entry's timestamp; without an offset it is UTC. With `now` also
 * `15m`, `24h` or `7d`: so long ago. Undefined: it is none. */
export function timeOf(text: string, now?: Date): string | undefined {
  const [, amount, unit = ''] = /^(\d{1,4})([mhd])$/i.exec(text.trim()) ?? [];
  if (amount !== undefined) {
    const ago = Number(amount) * (units[unit.toLowerCase()] ?? 0);
    return now && new Date(now.getTime() - ago).toISOString();
  }
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', offset] =
    iso.exec(text.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  // Date.parse() makes the 2nd of March of the 30th of February.
  if (toIso(date)?.slice(0, 10) !== date) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  return toIso(`${date}T${hour}:${minute}:${second}.${milliseconds}${offsetOf(offset)}`);
}

function offsetOf(text = 'Z'): string {
  if (/^z$/i.test(text)) return 'Z';
  const digits = text.slice(1).replace(':', '');
  return `${text.startsWith('-') ? '-' : '+'}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

function toIso(text: string): string | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function refuse(name: string, text: string): never {
  const message = `Invalid ${name} format: ${text}. Expected ISO 8601 format.`;
  throw new Failure('invalid', 'bad_time', message);
}
