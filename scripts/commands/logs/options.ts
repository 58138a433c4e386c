import type { Option, Values } from '../line/command.ts';

function whole(name: string, least: number, most: number) {
  return (value: string) =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `--${name} is a whole number from ${least} to ${most}`;
}

const text = (value: string, about: string) => ({ type: 'string', value, about }) as const;

export const logsOptions = {
  help: { type: 'boolean', short: 'h', about: 'show this' },
  json: { type: 'boolean', short: 'j', about: 'print data for programs' },
  server: text('<url>', 'the server; without it LANTERN_LOGS_SERVER, or the one of this folder'),
  search: text('<text>', 'only entries whose message contains it'),
  hook: text('<id>', 'only those of a delivery'),
  pr: {
    ...text('<number>', 'only those of a pull request'),
    problem: whole('pr', 1, 999_999_999),
  },
  repository: text('<name>', 'only those of a repository, by its full or short name'),
  event: text('<name>', 'only those of an event, such as pull_request'),
  user: text('<name>', 'only those of a person'),
  level: text('<level>', 'only COMPLETED, DEBUG, INFO, WARNING, ERROR, STEP or SUCCESS'),
  'not-level': text('<level>', 'none of this level'),
  'not-search': text('<text>', 'none whose message contains it'),
  from: text('<time>', 'not before, such as 2026-01-31T08:00'),
  to: text('<time>', 'not after'),
  limit: {
    ...text('<number>', 'how many: search up to 10000 (100), export up to 50000 (50000)'),
    short: 'l',
    problem: whole('limit', 1, 50_000),
  },
  lines: {
    ...text('<number>', 'how many earlier entries to show first; without it 10'),
    short: 'n',
    problem: whole('lines', 0, 10_000),
  },
  count: { ...text('<number>', 'stop after so many'), problem: whole('count', 1, 999_999) },
  format: {
    ...text('<format>', 'json (the default) or ndjson: one entry a line'),
    problem: (value: string) =>
      ['json', 'ndjson'].includes(value) ? undefined : '--format is one of json, ndjson',
  },
  output: { ...text('<file>', 'where to write; without it to the terminal'), short: 'o' },
  'dry-run': { type: 'boolean', about: 'change nothing on the code host, only log what would be' },
} as const satisfies Readonly<Record<string, Option>>;

export type LogsOptions = Values<typeof logsOptions>;

export const filterNames = [
  ...(['search', 'hook', 'pr', 'repository', 'event', 'user', 'level'] as const),
  ...(['not-level', 'not-search', 'from', 'to'] as const),
] as const;

const parameters: Readonly<Record<(typeof filterNames)[number], string>> = {
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
