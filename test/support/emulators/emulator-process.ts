// The npm emulators in their own process: dynalite throws on a broken connection, and a fault test
// must be able to kill them. They end when the pipe to the parent closes.
import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildApp } from 'fauxqs';
import { withTransactions } from './dynamo-transactions.ts';
import {
  allowLongSuffixes,
  checkGroups,
  compareChecksums,
  deliverTwice,
  honourResponseHeaders,
  honourConditions,
  listInByteOrder,
  takeEmoji,
} from './fauxqs-corrections.ts';

type Dynalite = (options: Record<string, number>) => Server;
const dynalite = createRequire(import.meta.url)('dynalite') as Dynalite;

await listInByteOrder();
await takeEmoji();
const objectsAndQueues = buildApp({ logger: false });
honourConditions(objectsAndQueues);
allowLongSuffixes(objectsAndQueues);
honourResponseHeaders(objectsAndQueues);
checkGroups(objectsAndQueues);
compareChecksums(objectsAndQueues);
deliverTwice(objectsAndQueues);
const storage = await objectsAndQueues.listen({ port: 0, host: '127.0.0.1' });

const records = dynalite({ createTableMs: 1, updateTableMs: 1, deleteTableMs: 1 });
const dynamodb = await listen(withTransactions(await listen(records)));

process.stdin.on('end', () => process.exit(0)).resume();
process.stdout.write(`${JSON.stringify({ s3: storage, sqs: storage, dynamodb })}\n`);

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
