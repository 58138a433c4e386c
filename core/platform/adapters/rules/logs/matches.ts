import type { LogEntry, LogQuery, LogValues, PlacedEntry } from '../../../ports/logs.ts';
import { folded } from './folded.ts';

const exact = ['hook_id', 'pr_number', 'event_type', 'scm_user', 'level'] as const;

/** Whether an entry is a result of the query. */
export function matcher(query: LogQuery): (entry: PlacedEntry) => boolean {
  const { start, end, after, before } = query;
  const isHit = query.where && allOf(query.where);
  const isExcluded = query.not && anyOf(query.not);
  const noise = new Set(query.withoutNoiseOf);
  return (entry) =>
    (start === undefined || entry.timestamp >= start) &&
    (end === undefined || entry.timestamp <= end) &&
    (after === undefined || entry.cursor > after) &&
    (before === undefined || entry.cursor < before) &&
    !(entry.hook_id === null && noise.has(entry.logger_name)) &&
    (isHit === undefined || isHit(entry)) &&
    !(isExcluded?.(entry) ?? false);
}

type Test = (entry: LogEntry) => boolean;

function allOf(values: LogValues): Test {
  const tests = testsOf(values);
  return (entry) => tests.every((test) => test(entry));
}

function anyOf(values: LogValues): Test {
  const tests = testsOf(values);
  return (entry) => tests.some((test) => test(entry));
}

function testsOf(values: LogValues): Test[] {
  const tests = exact
    .filter((name) => values[name] !== undefined)
    .map(
      (name): Test =>
        (entry) =>
          entry[name] === values[name],
    );
  const { repository, search } = values;
  if (repository !== undefined) tests.push((entry) => isRepository(entry.repository, repository));
  if (search !== undefined) {
    const text = folded(search);
    tests.push(({ message }) => folded(message).includes(text));
  }
  return tests;
}

export function isRepository(name: string | null, part: string): boolean {
  return name === part || (!part.includes('/') && (name?.endsWith(`/${part}`) ?? false));
}
