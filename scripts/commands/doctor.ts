import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { unreadableEnv } from '#core/platform/config.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { databaseFindings } from './doctor/database-findings.ts';
import type { Finding, State } from './doctor/finding.ts';
import { programFindings } from './doctor/program-findings.ts';
import { reachFindings } from './doctor/reach-findings.ts';
import { serviceFindings } from './doctor/service-findings.ts';
import { paint, print, type Shell } from './line/shell.ts';
import { fitted } from './line/table.ts';

const marks: Readonly<Record<State, readonly [mark: string, colour: 'green' | 'yellow' | 'red']>> =
  {
    good: ['ok', 'green'],
    note: ['note', 'yellow'],
    bad: ['bad', 'red'],
  };

/** Looks at what the services of this folder need, and says how to mend what is missing. */
export async function doctor(
  _: readonly string[],
  options: { readonly json?: boolean },
  shell: Shell,
): Promise<number> {
  const env = join(shell.directory ?? '.', '.env');
  const variables = read(env, shell.variables);
  const findings = (
    await Promise.all([
      programFindings(variables),
      serviceFindings(variables, env),
      reachFindings(variables),
      databaseFindings(variables),
    ])
  ).flat();
  print(shell, options, findings, textOf(findings, shell));
  return findings.some(({ state }) => state === 'bad') ? 1 : 0;
}

/** The environment over .env, without empty values, as the services read them. */
function read(env: string, variables: Environment): Environment {
  const all = Object.entries({ ...inFile(env), ...variables });
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value?.trim() ? [[name, value] as const] : [])),
  );
}

function inFile(env: string): Environment {
  try {
    return existsSync(env) ? parseEnv(readFileSync(env, 'utf8')) : {};
  } catch (error) {
    throw unreadableEnv(error);
  }
}

function textOf(findings: readonly Finding[], shell: Shell): string {
  const rows = findings.map(({ name, state, text }) => [marks[state][0], name, text]);
  const colour = (text: string, _cell: string, column: number, row: number) =>
    column === 0 ? paint(shell.stdout, marks[findings[row]?.state ?? 'good'][1], text) : text;
  const mends = findings.flatMap(({ name, mend }) =>
    mend === undefined ? [] : [`- ${name}: ${mend}`],
  );
  const table = fitted(shell, rows, colour);
  return mends.length === 0 ? table : `${table}\n\nTo fix:\n${mends.join('\n')}`;
}
