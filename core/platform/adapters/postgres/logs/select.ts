import type { LogQuery } from '../../../ports/logs.ts';
import { conditionsOf, type Condition, type Dialect } from '../../rules/logs/conditions.ts';
import { encodeText } from '../database/text.ts';

const dialect: Dialect<Condition> = {
  equal(name, value) {
    if (typeof value === 'number') return { text: `${name} = ?`, values: [value] };
    const column = name === 'repository' && !value.includes('/') ? 'short' : name;
    return { text: `${column} = ?`, values: [encodeText(value)] };
  },
  noise: (loggers) => ({
    text: `hook_id IS NULL AND logger_name IN (${loggers.map(() => '?').join()})`,
    values: loggers.map(encodeText),
  }),
  not: ({ text, values }) => ({ text: `(${text}) IS NOT TRUE`, values }),
  bound(name, comparison, value) {
    if (name === 'cursor') return { text: `cursor ${comparison} ?`, values: [Number(value)] };
    // The day too: only its partitions are read.
    const time = new Date(value);
    const day = Number.isNaN(time.getTime()) ? undefined : time.toISOString().slice(0, 10);
    return day === undefined
      ? { text: `time ${comparison} ?`, values: [String(value)] }
      : { text: `time ${comparison} ? AND day ${comparison} ?`, values: [String(value), day] };
  },
};

export interface Selection {
  /** After WHERE; `$1` and so on are the values. */
  readonly where: string;
  readonly values: readonly (number | string)[];
  /** Every entry matches. */
  readonly isAll: boolean;
}

/** Undefined: no entry can match. */
export function selectionOf(query: LogQuery): Selection | undefined {
  const conditions = conditionsOf(query, dialect);
  if (!conditions) return undefined;
  const { all, text, otherText } = conditions;
  const parts = [
    ...all,
    ...(text === undefined ? [] : [{ text: 'folded LIKE ?', values: [patternOf(text)] }]),
    ...(otherText === undefined
      ? []
      : [{ text: 'folded NOT LIKE ?', values: [patternOf(otherText)] }]),
  ];
  let count = 0;
  return {
    where:
      parts.map((part) => part.text.replace(/\?/g, () => `$${++count}`)).join(' AND ') || 'true',
    values: parts.flatMap(({ values }) => values),
    isAll: parts.length === 0,
  };
}

function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
