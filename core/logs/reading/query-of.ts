import type { LogQuery, LogValues } from '../../platform/ports/logs.ts';
import { noisyLoggers } from '../loggers.ts';
import type { Filters } from '../schema/query.ts';
import { readTime } from './read-time.ts';

const names = [
  ...(['hook_id', 'pr_number', 'repository', 'event_type', 'scm_user'] as const),
  ...(['level', 'search'] as const),
] as const;

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
  const values = names
    .map((name) => [name, filters[`${prefix}${name}`]] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, name === 'level' ? String(value).toUpperCase() : value]);
  return values.length === 0 ? undefined : (Object.fromEntries(values) as LogValues);
}
