import { existsSync } from 'node:fs';
import type { DeadLetter } from '#core/jobs/tables.ts';
import { listDeadLetters, replay as sendAgain } from '#core/jobs/dead-letter.ts';
import { openService } from '#core/host/open-service.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { localService, type LocalService } from './local-service.ts';
import { ago } from '../line/ago.ts';
import { usage } from '../line/group.ts';
import { print, type Shell } from '../line/shell.ts';
import { aligned } from '../line/table.ts';

type Data = { readonly json?: boolean };

export async function dead([name]: readonly string[], options: Data, shell: Shell): Promise<void> {
  await withPlatform(name, async (platform, { service }) => {
    const letters = (
      await Promise.all(service.queues.map((queue) => allLetters(platform, queue.name)))
    ).flat();
    const rows = letters.map(({ id, queue, attempts, died_at, replayed_at, error }) => [
      id,
      queue,
      String(attempts),
      ago(died_at),
      replayed_at === null ? '' : 'replayed',
      error.slice(0, 100),
    ]);
    const text = aligned([['ID', 'QUEUE', 'TRIES', 'FAILED', 'STATE', 'ERROR'], ...rows]);
    print(shell, options, letters, rows.length === 0 ? 'No dead letters.' : text);
  });
}

export async function replay(
  [name, id = '']: readonly string[],
  options: Data,
  shell: Shell,
): Promise<void> {
  const isMissing = name !== undefined && id === '';
  if (isMissing) throw usage('Give the id of a dead letter: lantern jobs dead lists them');
  await withPlatform(name, async (platform) => {
    await sendAgain(platform, id);
    print(shell, options, { replayed: id }, `Replayed: ${id}`);
  });
}

async function allLetters(platform: Platform, queue: string): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? {} : { cursor };
    const page = await listDeadLetters(platform, queue, { limit: 1_000, ...from });
    letters.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return letters;
}

async function withPlatform(
  name: string | undefined,
  work: (platform: Platform, service: LocalService) => Promise<void>,
): Promise<void> {
  const local = await localService(name);
  if (!existsSync(local.hosting.database)) {
    const message = `There is no database ${local.hosting.database}: start the service once`;
    throw new Failure('missing', 'no_database', message);
  }
  const platform = openService(local.service, local.hosting, local.environment);
  try {
    await work(platform, local);
  } finally {
    await platform.close();
  }
}
