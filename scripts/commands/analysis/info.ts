import type * as z from 'zod/mini';
import { providerTitle } from '#core/ai/providers.ts';
import type { capabilities as capabilitiesSchema } from '#core/analysis/base/schema/views.ts';
import { paint, print } from '../line/shell.ts';
import { aligned, fitted } from '../line/table.ts';
import type { Run } from './context.ts';
import { call } from './run-command.ts';

interface Health {
  readonly status: string;
  readonly version: string;
  readonly uptime_seconds: number;
  readonly checks: Readonly<Record<string, { status: string; detail?: string }>>;
}

/** Exit status 1: it is not healthy. */
export const health: Run = async ({ client, options, shell }) => {
  const answer = await client.ask<Health>({ path: '/api/health', accepts: 503 });
  const isWell = (status: string) => ['healthy', 'ok', 'not_configured'].includes(status);
  const rows = Object.entries(answer.checks).map(([name, { status, detail = '' }]) => [
    name,
    status,
    detail,
  ]);
  const text = aligned(
    [[client.server, answer.status, `version ${answer.version}`], ...rows],
    (cell, status, column) =>
      column === 1 ? paint(shell.stdout, isWell(status) ? 'green' : 'red', cell) : cell,
  );
  print(shell, { json: options['json'] === true }, answer, text);
  return answer.status === 'unhealthy' ? 1 : 0;
};

export const capabilities = call<z.output<typeof capabilitiesSchema>>(
  () => ({ path: '/api/capabilities' }),
  (answer) =>
    aligned(
      Object.entries(answer).map(([name, value]) => [
        name.replaceAll('_', ' '),
        typeof value === 'boolean' ? (value ? 'yes' : 'no') : value || '-',
      ]),
    ),
);

export const aiConfigs = call<{ ai_provider: string; ai_model: string }[]>(
  () => ({ path: '/ai-configs' }),
  (rows, { shell }) =>
    rows.length === 0
      ? 'No completed analyses yet.'
      : fitted(shell, [
          ['PROVIDER', 'MODEL'],
          ...rows.map(({ ai_provider, ai_model }) => [providerTitle(ai_provider), ai_model]),
        ]),
);
