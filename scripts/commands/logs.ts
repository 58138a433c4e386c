import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import type { Command, Group } from './line/command.ts';
import { runGroup } from './line/group.ts';
import { print, type Shell } from './line/shell.ts';
import type { ServerClient } from './line/server-client.ts';
import { logsClient } from './logs/client.ts';
import { replay, showDelivery } from './logs/delivery.ts';
import { entryLine } from './logs/entry-line.ts';
import { exportLogs } from './logs/export.ts';
import { filterNames, logsOptions, queryIn, type LogsOptions } from './logs/options.ts';
import { tail } from './logs/tail.ts';

type Table = typeof logsOptions;
type Run = (
  client: ServerClient,
  options: LogsOptions,
  shell: Shell,
  word: string | undefined,
) => Promise<number | void>;

function command(run: Run, { about, words, options }: Omit<Command<Table>, 'run'>): Command<Table> {
  return {
    about,
    ...(words !== undefined && { words }),
    options: options ?? [],
    run: ([word], values, shell) =>
      run(logsClient(shell.variables, values.server), values, shell, word),
  };
}

interface Page {
  readonly entries: readonly PlacedEntry[];
  readonly total_count: number;
}

/** Oldest first, so that the newest entry is above the prompt. */
const search: Run = async (client, options, shell, word) => {
  const query = queryIn(options);
  if (word !== undefined) query.set('search', word);
  query.set('limit', options.limit ?? '100');
  const page = await client.ask<Page>({ path: `/logs/api/entries?${query.toString()}` });
  const lines = page.entries.toReversed().map((entry) => entryLine(entry, shell));
  print(shell, options, page, lines.join('').trimEnd() || 'Nothing found.');
  const { length } = page.entries;
  if (options.json !== true && length < page.total_count) {
    shell.stderr.write(`The newest ${length} of ${page.total_count}; use --limit to see more.\n`);
  }
};

export const logsGroup: Group<Table> = {
  name: 'lantern logs',
  options: logsOptions,
  common: ['json', 'server', 'help'],
  commands: {
    tail: command(tail, {
      about: 'show entries as they are written; resumes when the connection is lost',
      options: [...filterNames, 'lines', 'count'],
    }),
    search: command(search, {
      words: '[text]',
      about: 'matching entries, newest last',
      options: [...filterNames, 'limit'],
    }),
    export: command(exportLogs, {
      about: 'write matching entries, newest first, at most 50000',
      options: [...filterNames, 'limit', 'format', 'output'],
    }),
    delivery: command((client, options, shell, id) => showDelivery(client, id, options, shell), {
      words: '<id>',
      about: 'a delivery with its steps; --json adds headers and body',
      options: ['repository'],
    }),
    replay: command((client, options, shell, id) => replay(client, id, options, shell), {
      words: '<id>',
      about: 'process a delivery again under a new id',
      options: ['repository', 'dry-run'],
    }),
  },
  footer: `
The server is --server, LANTERN_LOGS_SERVER or the one of this folder. delivery and replay need its LOGS_KEY in LANTERN_LOGS_KEY, unless it runs on this machine. Exit status: 0 done, even if nothing is found, 1 refused or failed, also for a failed delivery, 2 usage error.`,
};

export async function logs(args: readonly string[], shell: Shell): Promise<number | void> {
  return runGroup(logsGroup, args, shell);
}
