import type * as z from 'zod/mini';
import { tokenSpendText } from '#core/logs/pages/states.ts';
import type { deliveryDetail, replayed } from '#core/webhook/deliveries/views.ts';
import { usage } from '../line/group.ts';
import { plain } from '../line/plain.ts';
import { paint, print, type Shell } from '../line/shell.ts';
import { aligned } from '../line/table.ts';
import type { ServerClient } from '../line/server-client.ts';
import type { LogsOptions } from './options.ts';

type Detail = z.output<typeof deliveryDetail>;

const pathOf = (id: string | undefined) => {
  if (id === undefined) throw usage('Give the id of a delivery');
  return `/logs/api/deliveries/${encodeURIComponent(id)}`;
};

/** Exit status 1: it failed. */
export async function showDelivery(
  client: ServerClient,
  id: string | undefined,
  options: LogsOptions,
  shell: Shell,
): Promise<number> {
  const { repository } = options;
  const detail = await client.ask<Detail>({ path: pathOf(id), query: { repository } });
  print(shell, options, detail, textOf(detail, shell));
  return detail.state === 'failed' ? 1 : 0;
}

export async function replay(
  client: ServerClient,
  id: string | undefined,
  options: LogsOptions,
  shell: Shell,
): Promise<void> {
  const { repository, 'dry-run': isDry = false } = options;
  const answer = await client.ask<z.output<typeof replayed>>({
    method: 'POST',
    path: `${pathOf(id)}/replay`,
    query: { dry_run: String(isDry), repository },
  });
  const how = isDry ? 'Dry run' : 'Replay';
  print(shell, options, answer, `${how} queued as ${plain(answer.delivery_id)}`);
}

function textOf(detail: Detail, { stdout }: Pick<Shell, 'stdout'>): string {
  const { state, duration_ms, pr_number, replay_of, replays, error } = detail;
  const colour = state === 'failed' ? 'red' : state === 'success' ? 'green' : 'yellow';
  const facts = [
    ['Repository', `${detail.repository}${pr_number === null ? '' : `#${pr_number}`}`],
    ['Event', `${detail.event}${detail.action === null ? '' : ` ${detail.action}`}`],
    ['Sender', detail.sender ?? '-'],
    ['Received', `${detail.received_at}${detail.address === '' ? '' : ` from ${detail.address}`}`],
    ['Signature', detail.signature],
    ['Duration', duration_ms === null ? 'in progress' : `${duration_ms} ms`],
    ['Code host', tokenSpendText(detail.token_spend)],
    ...(replay_of === null ? [] : [['Replay of', replay_of]]),
    ...replays.map((each) => ['Replayed as', `${each.id} (${each.state})`]),
  ];
  const steps = detail.steps.map(({ step_name, task_status, duration_ms: took }) => [
    '',
    step_name,
    task_status ?? '',
    took === null ? '' : `${took} ms`,
  ]);
  return [
    `${paint(stdout, 'bold', plain(detail.id))} ${paint(stdout, colour, state)}`,
    aligned(facts),
    ...(error === null ? [] : [paint(stdout, 'red', plain(error))]),
    ...(steps.length === 0 ? [] : [aligned(steps)]),
  ].join('\n');
}
