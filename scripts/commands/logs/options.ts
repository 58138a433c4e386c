import type { Option, Values } from '../line/command.ts';
import { levels } from '#core/logs/pages/page-query.ts';
import { flag, help, number, oneOf, text } from '../line/option.ts';

function level(name: string, about: string) {
  const problem = (value: string) =>
    levels.includes(value.toUpperCase()) ? undefined : `--${name} is one of ${levels.join(', ')}`;
  return { ...text('<level>', about), problem };
}

export const logsOptions = {
  help,
  json: { ...flag('print data for programs'), short: 'j' },
  server: text('<url>', 'the server; without it LANTERN_LOGS_SERVER, or the one of this folder'),
  search: text('<text>', 'only entries whose message contains it'),
  query: text('<line>', 'a line such as \'repo:acme/mobile level:error -user:mona "timed out"\''),
  hook: text('<id>', 'only those of a delivery'),
  pr: number('pr', 'only those of a pull request', 1, 999_999_999),
  repository: text('<name>', 'only those of a repository, by its full or short name'),
  event: text('<name>', 'only those of an event, such as pull_request'),
  user: text('<name>', 'only those of a person'),
  level: level('level', `only ${levels.slice(0, -1).join(', ')} or ${levels.at(-1)}`),
  'not-level': level('not-level', 'none of this level'),
  'not-search': text('<text>', 'none whose message contains it'),
  from: text('<time>', 'not before, such as 2026-01-31T08:00'),
  to: text('<time>', 'not after'),
  limit: {
    ...number('limit', 'how many: search up to 10000 (100), export up to 50000', 1, 50_000),
    short: 'l',
  },
  lines: {
    ...number('lines', 'how many earlier entries to show first; without it 10', 0, 10_000),
    short: 'n',
  },
  count: number('count', 'stop after so many', 1, 999_999),
  format: oneOf('<format>', 'json (the default) or ndjson: one entry a line', ['json', 'ndjson']),
  output: { ...text('<file>', 'where to write; without it to the terminal'), short: 'o' },
  'dry-run': flag('change nothing on the code host, only log what would be'),
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
