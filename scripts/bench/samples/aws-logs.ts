import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsLogs } from '#core/platform/adapters/aws/logs/logs.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import type { Emulators } from '#test/support/emulators/emulators.ts';
import { shaOf } from './logs.ts';

export const names = { table: 'bench', bucket: 'bench-logs' };

const notUsed = (): never => {
  throw new Error('A search uses neither feed nor sockets');
};

/** The log of functions that share these emulators, without live stream. */
export function openAwsLogs(
  emulators: Pick<Emulators, 's3' | 'dynamodb' | 'region' | 'credentials'>,
) {
  const { region, credentials, ...endpoints } = emulators;
  const clients = awsClients({ region, credentials, endpoints, requestMilliseconds: 60_000 });
  const options = {
    ...names,
    client: clients.dynamodb,
    s3: clients.s3,
    feed: { append: notUsed, last: notUsed },
    sockets: { send: notUsed },
    records: {} as never,
    clock: systemClock(),
  };
  return { options, logs: awsLogs(options), clients };
}

// A new process, as a function that starts: writes the milliseconds of its life at its first answer.
if (import.meta.main) {
  const { logs, clients } = openAwsLogs(JSON.parse(process.argv[2] ?? '') as Emulators);
  await logs.search({ where: { search: shaOf(5_000) } }, { limit: 100 });
  process.stdout.write(String(performance.now()));
  await logs.close();
  await clients.close();
}
