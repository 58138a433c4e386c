import type { Option, Values } from '../line/command.ts';
import { levels } from '#core/logs/pages/page-query.ts';
import { flag, help, number, oneOf, text } from '../line/option.ts';

function level(name: string, about: string) {
  const problem = (value: string) =>
    levels.includes(value.toUpperCase())
      ? undefined
      : `--${name} must be one of ${levels.join(', ')}`;
  return { ...text('<level>', about), problem };
}

export const logsOptions = {
  help,
  json: { ...flag('print JSON'), short: 'j' },
  server: text('<url>', 'the server (default: LANTERN_LOGS_SERVER, or this folder’s)'),
  search: text('<text>', 'only entries whose message contains this text'),
  query: text('<line>', 'a query such as \'repo:acme/mobile level:error -user:mona "timed out"\''),
  hook: text('<id>', 'only entries of this delivery'),
  pr: number('pr', 'only entries of this pull request', 1, 999_999_999),
  repository: text('<name>', 'only entries of this repository, by full or short name'),
  event: text('<name>', 'only entries of this event, such as pull_request'),
  user: text('<name>', 'only entries of this user'),
  level: level('level', `only ${levels.slice(0, -1).join(', ')} or ${levels.at(-1)}`),
  'not-level': level('not-level', 'no entries of this level'),
  'not-search': text('<text>', 'no entries whose message contains this text'),
  from: text('<time>', 'start time, such as 2026-01-31T08:00'),
  to: text('<time>', 'end time'),
  limit: {
    ...number('limit', 'how many: search up to 10000 (100), export up to 50000', 1, 50_000),
    short: 'l',
  },
  lines: {
    ...number('lines', 'how many earlier entries to show first (default: 10)', 0, 10_000),
    short: 'n',
  },
  count: number('count', 'stop after this many entries', 1, 999_999),
  format: oneOf('<format>', 'json (the default) or ndjson: one entry per line', ['json', 'ndjson']),
  output: { ...text('<file>', 'output file (default: the terminal)'), short: 'o' },
  'dry-run': flag('change nothing on the code host; only log what would happen'),
} as const satisfies Readonly<Record<string, Option>>;

export type LogsOptions = Values<typeof logsOptions>;

export const filterNames = [
  ...(['query', 'search', 'hook', 'pr', 'repository', 'event', 'user', 'level'] as const),
  ...(['not-level', 'not-search', 'from', 'to'] as const),
] as const;

const parameters: Readonly<Record<(typeof filterNames)[number], string>> = {
  query: 'q',
  search: 'search',
  hook: 'hook_id',
  pr: 'pr_number',
  repository: 'repository',
  event: 'event_type',
  user: 'scm_user',
  level: 'level',
  'not-level': 'not_level',
  'not-search': 'not_search',
  from: 'start_time',
  to: 'end_time',
};

/** The filters as the query of a request. */
export function queryIn(options: LogsOptions): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of filterNames) {
    const value = options[name];
    if (value !== undefined) query.set(parameters[name], value);
  }
  return query;
}
