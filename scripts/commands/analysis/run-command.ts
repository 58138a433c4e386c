import { print, type Shell } from '../line/shell.ts';
import { serverClient, type ServerRequest } from '../line/server-client.ts';
import type { Context, Run } from './context.ts';
import type { Typed } from './profile/options.ts';
import { chooseServer, type Server } from './profile/choose-server.ts';
import { readProfiles } from './profile/read-profiles.ts';
import { sessionOf } from './profile/sessions.ts';

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
  const client = serverClient(variables, {
    server: server.url,
    variable: 'LANTERN_SERVER',
    headers: identityHeaders(server, variables),
    verifyTls: server.settings.no_verify_ssl !== true,
    explain: (status, detail) => `HTTP ${status}: ${detail}`,
  });
  return run({ client, settings: server.settings, options, shell }, words);
}

/** A key proves who the caller is, a session too; a name signs and proves nothing. */
function identityHeaders(
  { url, settings }: Server,
  variables: Shell['variables'],
): Record<string, string> {
  const { api_key, username } = settings;
  if (api_key) return { authorization: `Bearer ${api_key}` };
  const session = sessionOf(variables, url);
  const name = username ? `app_username=${encodeURIComponent(username)}` : '';
  const cookie = session === undefined ? name : `app_session=${session}`;
  // Writes with a cookie must come from the service's own origin.
  return cookie === '' ? {} : { cookie, origin: new URL(url).origin };
}

/** A command that is one request. */
export function call<Answer>(
  request: (words: readonly string[], context: Context) => ServerRequest,
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
