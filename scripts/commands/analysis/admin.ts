import { text as readAll } from 'node:stream/consumers';
import type { TokenUsage } from '#core/analysis/base/schema/views.ts';
import { providerTitle } from '#core/ai/providers.ts';
import { ago } from '../line/ago.ts';
import { confirm } from '../line/confirm.ts';
import { plain } from '../line/plain.ts';
import { print } from '../line/shell.ts';
import { fitted } from '../line/table.ts';
import { textOf, type Run } from './context.ts';
import { call, part } from './run-command.ts';

interface User {
  readonly username: string;
  readonly role: string;
  readonly created_at: string;
  readonly last_seen: string | null;
}

const once = 'The API key is shown once: save it now.';
const pathOf = (name: string | undefined, rest = '') => `/api/admin/users/${part(name)}${rest}`;

export const users = call<{ users: User[] }>(
  () => ({ path: '/api/admin/users' }),
  ({ users: all }, { shell }) =>
    all.length === 0
      ? 'No users yet: lantern admin users add <name>'
      : fitted(shell, [
          ['USERNAME', 'ROLE', 'ADDED', 'LAST SEEN'],
          ...all.map((user) => [
            user.username,
            user.role,
            ago(user.created_at),
            ago(user.last_seen),
          ]),
        ]),
);

export const add = call<{ username: string; role: string; api_key: string }>(
  ([username], { options }) => ({
    method: 'POST',
    path: '/api/admin/users',
    body: { username, role: textOf(options, 'role') },
  }),
  ({ username, role, api_key }) => `Added ${plain(username)} (${role}). ${once}\n${plain(api_key)}`,
);

export const remove: Run = async ({ client, options, shell }, [name = '']) => {
  const yes = options['yes'] === true;
  const question = async () => `Remove ${name} with all sessions and stored tokens?`;
  if (!(await confirm({ options: { yes }, shell }, question))) return 1;
  const answer = await client.ask({ method: 'DELETE', path: pathOf(name) });
  print(shell, { json: options['json'] === true }, answer, `Removed ${name}`);
};

export const setRole = call<{ role: string; api_key?: string }>(
  ([name, role]) => ({ method: 'PUT', path: pathOf(name, '/role'), body: { role } }),
  ({ role, api_key }, _, [name]) => {
    const key = api_key === undefined ? '' : `. ${once}\n${plain(api_key)}`;
    return `${plain(name ?? '')} is ${plain(role)}${key}`;
  },
);

/** A chosen key comes from standard input: every process of the machine can read arguments. */
export const rotateKey: Run = async ({ client, options, shell }, [name = '']) => {
  const isChosen = options['stdin'] === true;
  const body = isChosen ? { new_key: (await readAll(shell.stdin)).trim() } : {};
  const path = pathOf(name, '/rotate-key');
  const answer = await client.ask<{ new_api_key: string }>({ method: 'POST', path, body });
  const key = isChosen ? '' : ` ${once}\n${plain(answer.new_api_key)}`;
  const text = `The API key of ${plain(name)} was replaced.${key}`;
  print(shell, { json: options['json'] === true }, answer, text);
};

export const tokenUsage = call<TokenUsage>(
  (_, { options }) => ({
    path: '/api/admin/token-usage',
    query: {
      start_date: textOf(options, 'from'),
      end_date: textOf(options, 'to'),
      ai_provider: textOf(options, 'ai-provider'),
      ai_model: textOf(options, 'ai-model'),
      group_by: textOf(options, 'group-by'),
    },
  }),
  ({ totals, breakdown }, { shell }) => {
    const rows = [...breakdown, { group: 'all', ...totals }].map((row) => [
      providerTitle(row.group),
      String(row.calls),
      // 0: no provider reported any.
      String(row.input_tokens || '-'),
      String(row.output_tokens || '-'),
      row.cost_usd === 0 ? '-' : `${row.cost_usd.toFixed(2)}`,
    ]);
    return fitted(shell, [['OF', 'CALLS', 'TOKENS IN', 'TOKENS OUT', 'COST'], ...rows]);
  },
);
