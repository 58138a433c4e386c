import { print, type Shell } from '../line/shell.ts';
import { analysisClient, type Asked } from './client.ts';
import type { Context, Run } from './context.ts';
import type { Typed } from './profile/options.ts';
import { chooseServer } from './profile/choose-server.ts';
import { readProfiles } from './profile/read-profiles.ts';

/** Runs a command with the server that was chosen. */
export async function runCommand(
  run: Run,
  words: readonly string[],
  options: Typed,
  shell: Shell,
): Promise<number | void> {
  const { variables, stderr } = shell;
  const profiles = readProfiles(variables, (text) => void stderr.write(`${text}\n`));
  const server = chooseServer(variables, options, profiles);
  const client = analysisClient(server, shell);
  return run({ client, settings: server.settings, options, shell }, words);
}

/** A command that is one request. */
export function call<Answer>(
  request: (words: readonly string[], context: Context) => Asked,
  text: (answer: Answer, context: Context, words: readonly string[]) => string,
): Run {
  return async (context, words) => {
    const { client, options, shell } = context;
    const answer = await client.ask<Answer>(request(words, context));
    print(shell, { json: options['json'] === true }, answer, text(answer, context, words));
  };
}

/** One part of an address. */
export function part(text: string | undefined): string {
  return encodeURIComponent(text ?? '');
}

/** A name with slashes, as several parts of an address. */
export function parts(text: string | undefined): string {
  return (text ?? '').split('/').map(encodeURIComponent).join('/');
}
