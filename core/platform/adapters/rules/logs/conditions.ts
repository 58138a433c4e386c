import type { LogQuery, LogValues } from '../../../ports/logs.ts';
import { folded } from './folded.ts';

/** SQL of an engine, with a question mark for each value. */
export interface Condition {
  readonly text: string;
  readonly values: readonly (number | string)[];
}

/** How the tables of an engine express what a query asks for. */
export interface Dialect<Own extends Condition> {
  /** Undefined: no entry has this value. */
  equal(name: Exclude<keyof LogValues, 'search'>, value: number | string): Own | undefined;
  /** Selects the viewer's own entries. Undefined: there are none. */
  noise(loggers: readonly string[]): Own | undefined;
  /** True also where the condition is null. */
  not(condition: Own): Own;
  bound(name: 'time', comparison: '>=' | '<=', value: string): Own;
  bound(name: 'cursor', comparison: '>' | '<', value: number): Own;
}

export interface Conditions<Own extends Condition> {
  /** All of them hold for a match. */
  readonly all: readonly Own[];
  /** The folded message of a match contains this, and not the other one. */
  readonly text: string | undefined;
  readonly otherText: string | undefined;
}

const names = ['hook_id', 'pr_number', 'scm_user', 'repository', 'event_type', 'level'] as const;

/** Undefined: no entry can match. */
export function conditionsOf<Own extends Condition>(
  query: LogQuery,
  dialect: Dialect<Own>,
): Conditions<Own> | undefined {
  const { where = {}, not = {}, withoutNoiseOf = [], start, end, after, before } = query;
  const all: Own[] = [];
  const exclude = (condition: Own | undefined) => {
    if (condition) all.push(dialect.not(condition));
  };
  for (const name of names) {
    const [value, other] = [where[name], not[name]];
    const condition = value === undefined ? undefined : dialect.equal(name, value);
    if (value !== undefined && !condition) return undefined;
    if (condition) all.push(condition);
    if (other !== undefined) exclude(dialect.equal(name, other));
  }
  if (withoutNoiseOf.length > 0) exclude(dialect.noise(withoutNoiseOf));
  if (start !== undefined) all.push(dialect.bound('time', '>=', start));
  if (end !== undefined) all.push(dialect.bound('time', '<=', end));
  if (after !== undefined) all.push(dialect.bound('cursor', '>', after));
  if (before !== undefined) all.push(dialect.bound('cursor', '<', before));
  // Every message contains an empty text.
  if (not.search === '') return undefined;
  return { all, text: textOf(where), otherText: textOf(not) };
}

function textOf({ search = '' }: LogValues): string | undefined {
  return search === '' ? undefined : folded(search);
}
