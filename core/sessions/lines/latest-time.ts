import { timeOf } from '../entries/time-of.ts';

const name = 'timestamp';
const value = /"timestamp"\s*:\s*"([^"\\]{0,40})"/y;

/**
 * An upper bound of an entry's time, without parsing the line, read as latin1: with one occurrence of
 * the name in it, the entry has that time or none. Undefined: only parsing tells.
 */
export function latestTime(line: string): number | undefined {
  const at = line.indexOf(name);
  // The name may be escaped.
  if (line.includes('\\u')) return undefined;
  if (at === -1) return -Infinity;
  if (line.includes(name, at + name.length)) return undefined;
  value.lastIndex = at - 1;
  const text = value.exec(line)?.[1];
  return text === undefined ? undefined : (timeOf(text) ?? -Infinity);
}
