import type { LogQuery, PlacedEntry, WebhookSummary } from '../../../ports/logs.ts';
import { conditionsOf, type Condition, type Dialect } from './conditions.ts';

/** Values of an entry that are texts. */
export const textColumns = [
  'level',
  'logger_name',
  'message',
  'hook_id',
  'event_type',
  'repository',
  'scm_user',
  'task_id',
  'task_type',
  'task_status',
] as const;

/** For a table that has the values of an entry as columns, a timestamp `time`, and a cursor. */
const plainDialect: Dialect<Condition> = {
  equal(name, value) {
    if (name !== 'repository' || String(value).includes('/')) {
      return { text: `${name} = ?`, values: [value] };
    }
    // The short name.
    const end = `/${value}`;
    const text = '(repository = ? OR right(repository, ?) = ?)';
    return { text, values: [value, [...end].length, end] };
  },
  noise: (loggers) => ({
    text: `hook_id IS NULL AND logger_name IN (${loggers.map(() => '?').join()})`,
    values: loggers,
  }),
  not: ({ text, values }) => ({ text: `(${text}) IS NOT TRUE`, values }),
  bound: (name, comparison, value) => ({
    text: `${name} ${comparison} ${name === 'time' ? 'CAST(? AS TIMESTAMP)' : '?'}`,
    values: [value],
  }),
};

/** The condition of a query, in one piece. `hasText`: SQL that is true where the folded message has
 * the text of its question mark. Undefined: no entry can match. */
export function plainCondition(query: LogQuery, hasText: string): Condition | undefined {
  const conditions = conditionsOf(query, plainDialect);
  if (!conditions) return undefined;
  const { all, text, otherText } = conditions;
  const parts = [
    ...all,
    ...(text === undefined ? [] : [{ text: hasText, values: [text] }]),
    ...(otherText === undefined ? [] : [{ text: `NOT ${hasText}`, values: [otherText] }]),
  ];
  return {
    text: parts.map((part) => part.text).join(' AND ') || 'true',
    values: parts.flatMap(({ values }) => values),
  };
}

export type EntryRow = Omit<PlacedEntry, 'timestamp'> & {
  /** The time in milliseconds. */
  readonly ms: number;
  /** The JSON of a summary. */
  readonly summary: string | null;
};

export interface PlacedRecord {
  readonly entry: PlacedEntry;
  readonly summary: WebhookSummary | undefined;
}

export function recordOfRow({ ms, summary, ...values }: EntryRow): PlacedRecord {
  return {
    entry: { ...values, timestamp: new Date(ms).toISOString() },
    summary: summary === null ? undefined : (JSON.parse(summary) as WebhookSummary),
  };
}
