import * as z from 'zod/mini';
import { settings } from '#core/platform/settings.ts';
import type { Command, Group } from './line/command.ts';
import { runGroup, usage } from './line/group.ts';
import { print, type Shell } from './line/shell.ts';
import { localSource } from './sessions/local-source.ts';
import { sessionsOptions, type SessionsOptions } from './sessions/options.ts';
import { redacted } from './sessions/redacted.ts';
import { push } from './sessions/push.ts';
import { serverSource } from './sessions/server-source.ts';
import { messageList, promptList, sessionTable, sessionText } from './sessions/show-results.ts';
import type { Source, Typed } from './sessions/source.ts';

type Table = typeof sessionsOptions;

export const sessionsClientSettings = settings({
  /** the server that `lantern sessions` asks; unset: it reads the files of this machine.
   * `SESSIONINFO_KEY` is its key */
  SESSIONINFO_SERVER_URL: z.optional(z.string()),
});

function serverOf(options: SessionsOptions, { variables }: Shell): string | undefined {
  const { SESSIONINFO_SERVER_URL } = sessionsClientSettings(variables);
  return options['server-url'] ?? options.server ?? SESSIONINFO_SERVER_URL;
}

interface Shown {
  readonly data: unknown;
  readonly text: string;
}

/** A command that asks a source and prints. */
function asking(
  about: string,
  word: string | undefined,
  options: Command<Table>['options'],
  ask: (source: Source, word: string, typed: Typed, shell: Shell) => Promise<Shown>,
): Command<Table> {
  return {
    about,
    ...(word !== undefined && { words: `<${word}>` }),
    options: ['limit', 'redact', ...(options ?? [])],
    async run([value], values, shell) {
      if (word !== undefined && value === undefined) throw usage(`Give a ${word}`);
      const server = serverOf(values, shell);
      const source =
        server === undefined ? await localSource(shell) : serverSource(server, shell.variables);
      try {
        const shown = values.redact === true ? redacted(source) : source;
        const typed = typedIn(values);
        const { data, text } = await ask(shown, value ?? '', typed, shell);
        print(shell, values, data, text || 'Nothing found.');
        if (Array.isArray(data) && String(data.length) === typed['limit']) {
          shell.stderr.write(`${data.length} are shown; there may be more: use --limit.\n`);
        }
      } finally {
        await source.close();
      }
    },
  };
}

function typedIn({ limit = '50', redact, tools, ...words }: SessionsOptions): Typed {
  const { project, from, to, order, role } = words;
  const typed = {
    limit,
    project,
    from,
    to,
    order,
    role,
    ...(redact === true && { redact: 'true' }),
    ...(tools === true && { tools: 'true' }),
  };
  return Object.fromEntries(
    Object.entries(typed).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const filters = ['project', 'from', 'to', 'order'] as const;

export const sessionsGroup: Group<Table> = {
  name: 'lantern sessions',
  options: sessionsOptions,
  common: ['json', 'server-url', 'server', 'help'],
  commands: {
    search: asking(
      ...(['sessions by id, name, branch or folder', 'text', filters] as const),
      async (source, q, typed, shell) => {
        const data = await source.search({ ...typed, q });
        return { data, text: data.length === 0 ? '' : sessionTable(data, shell) };
      },
    ),
    messages: asking(
      ...(['messages that contain a text', 'text', [...filters, 'role', 'tools']] as const),
      async (source, q, typed, shell) => {
        const data = await source.messages({ ...typed, q });
        return { data, text: messageList(data, shell) };
      },
    ),
    history: asking(
      ...(['prompts that contain a text', 'text', filters] as const),
      async (source, q, typed, shell) => {
        const data = await source.history({ ...typed, q });
        return { data, text: promptList(data, shell) };
      },
    ),
    list: asking('the latest sessions', undefined, [], async (source, _, { limit = '' }, shell) => {
      const data = await source.list(limit);
      return { data, text: data.length === 0 ? '' : sessionTable(data, shell) };
    }),
    show: asking('a session and its messages', 'session', [], async (source, id, typed, shell) => {
      const session = await source.session(id);
      const messages = await source.read(id, typed['limit'] ?? '');
      return { data: { ...session, messages }, text: sessionText(session, messages, shell) };
    }),
    push: {
      about: 'upload new and changed files of this machine to a server in the cloud',
      async run(_, values, shell) {
        const server = serverOf(values, shell);
        if (server === undefined) throw usage('Give the server: --server-url <url>');
        return push(serverSource(server, shell.variables), values, shell);
      },
    },
  },
  footer: `
Without a server, the files of Claude Code, Codex and Gemini on this machine are read, or only those in SESSIONINFO_DIR. Set a server with SESSIONINFO_SERVER_URL and its key with SESSIONINFO_KEY. Exit status: 0 done, even if nothing is found, 1 refused or failed, 2 usage error.`,
};

export async function sessions(args: readonly string[], shell: Shell): Promise<number | void> {
  return runGroup(sessionsGroup, args, shell);
}
