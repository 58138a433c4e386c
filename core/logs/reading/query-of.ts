import { Failure } from '#core/platform/failure.ts';
import type { LogQuery, LogValues } from '#core/platform/ports/logs.ts';
import { noisyLoggers } from '../loggers.ts';
import { type Filters, valueNames } from '../schema/query.ts';

/** The search that the filters of a request ask for. Without any, the viewer's own entries are left
 * out. */
export function queryOf(filters: Filters): LogQuery {
  const { start_time, end_time } = filters;
  const where = valuesIn(filters, '');
  const not = valuesIn(filters, 'not_');
  const query: LogQuery = {
    ...(where && { where }),
    ...(not && { not }),
    ...(start_time !== undefined && { start: readTime('start_time', start_time) }),
    ...(end_time !== undefined && { end: readTime('end_time', end_time) }),
  };
  const isUnfiltered = Object.keys(query).length === 0;
  return isUnfiltered ? { withoutNoiseOf: noisyLoggers } : query;
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

function readTime(name: 'start_time' | 'end_time', text: string): string {
  return timeOf(text) ?? refuse(name, text);
}

/** An ISO 8601 time in the form of an entry's timestamp; without an offset it is UTC. Undefined: it is
 * none. */
export function timeOf(text: string): string | undefined {
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
