import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { Failure } from '#core/platform/failure.ts';
import { usage } from '../line/group.ts';
import { plain } from '../line/plain.ts';
import { print, type Shell } from '../line/shell.ts';
import type { CheckedToken } from '#core/analysis/issues/check-token.ts';
import { aligned } from '../line/table.ts';
import { textOf, type Run } from './context.ts';
import { keepSession } from './profile/sessions.ts';
import { call } from './run-command.ts';

interface Who {
  readonly username: string;
  readonly role: string;
  readonly is_admin: boolean;
}

/** Keeps a session of eight hours for the server; the key itself is stored nowhere. */
export const login: Run = async ({ client, settings, options, shell }, [name]) => {
  const username = name ?? settings.username;
  if (username === undefined) throw usage('Give the user: lantern auth login <user>');
  // A key of the profile or the environment proves who the caller is without a session.
  const api_key = textOf(options, 'api-key') ?? (await askKey(shell));
  const reply = await client.load({
    method: 'POST',
    path: '/api/auth/login',
    body: { username, api_key },
  });
  const session = /(?:^|[,\s])app_session=([^;,\s]+)/.exec(reply.headers['set-cookie'] ?? '')?.[1];
  if (session === undefined) {
    throw new Failure('upstream', 'no_session', 'The server answered without a session');
  }
  keepSession(shell.variables, client.server, session);
  const who = JSON.parse(reply.text()) as Who;
  print(shell, { json: options['json'] === true }, who, `Logged in as ${whoText(who)}`);
};

/** From the terminal without echo, or from standard input. */
async function askKey({ stdin, stderr }: Shell): Promise<string> {
  if (!stdin.isTTY) return (await readAll(stdin)).trim();
  stderr.write('API key or token: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  const key = await new Promise<string>((resolve) => {
    lines.question('', resolve);
    // Ctrl-C or Ctrl-D.
    lines.once('close', () => resolve(''));
  });
  lines.close();
  stderr.write('\n');
  if (key === '') throw usage('Enter an API key or token');
  return key.trim();
}

/** Also forgets a session that the server has ended already. */
export const logout: Run = async ({ client, options, shell }) => {
  const answer = await client.ask({ method: 'POST', path: '/api/auth/logout', body: {} });
  keepSession(shell.variables, client.server, undefined);
  print(shell, { json: options['json'] === true }, answer, 'Logged out');
};

export const whoami = call<Who>(
  () => ({ path: '/api/auth/me' }),
  (who, { client }) => `${whoText(who)} at ${client.server}`,
);

export const tokens = call<Readonly<Record<string, string>>>(
  () => ({ path: '/api/user/tokens' }),
  (answer) => aligned(Object.entries(answer).map(([name, value]) => [name, value || '-'])),
);

/** Stores a token of the code host or the tracker, from the terminal or standard input. Exit status 1: refused. */
export const checkToken: Run = async ({ client, settings, options, shell }, [token_type]) => {
  const token = await askKey(shell);
  const email = settings.tracker_email;
  const answer = await client.ask<CheckedToken>({
    method: 'POST',
    path: '/api/validate-token',
    body: { token_type, token, ...(email && { email }) },
  });
  print(shell, { json: options['json'] === true }, answer, plain(answer.message));
  return answer.valid ? 0 : 1;
};

function whoText({ username, role }: Who): string {
  return username === '' ? 'anonymous' : plain(`${username} (${role})`);
}
