import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import type { LoadedService } from '#core/host/service/load-service.ts';
import { bareServer, load } from '../load.ts';
import { runService } from '../services.ts';
import { inTurns, median, ratioOf, size, suite, type Line } from '../suite.ts';

const rounds = size(5, 3);
const secret = 'a-secret-of-the-operator';
const configuration = `webhook-secret: ${secret}\nrepositories:\n  repo:\n    name: owner/repo\n`;
const repository = { name: 'repo', full_name: 'owner/repo' };
const body = JSON.stringify({ repository, action: 'created', text: 'x'.repeat(10_000) });
const digestOf = (bytes: string | Buffer) =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
const headers = {
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'x-scm-event': 'star',
  'x-hub-signature-256': digestOf(body),
};

// A signed delivery of 10 kB, answered when it is on the disk, against a bare server that checks the
// signature and inserts the text with a commit for all that wait.
await suite(async (folder) => {
  await writeFile(join(folder, 'config.yaml'), configuration);
  const database = openDatabase({ file: join(folder, 'bare.db') });
  await database.write((sql) => sql.execute('CREATE TABLE bare (id INTEGER PRIMARY KEY, body)'));
  const bare = await bareServer((request, response) => {
    void buffer(request).then(async (bytes) => {
      const isValid = request.headers['x-hub-signature-256'] === digestOf(bytes);
      const insert = 'INSERT INTO bare (body) VALUES (?)';
      await database.write((sql) => void sql.statement(insert).run(bytes.toString()));
      response.writeHead(isValid ? 200 : 403, { 'content-length': 2 }).end('{}');
    });
  });
  // Deliveries wait in the queue: processing is work of its own.
  const idle = { service: (whole: LoadedService) => ({ ...whole, jobs: [], schedules: [] }) };
  const service = await runService('webhook', folder, {}, idle);
  const lines: Line[] = [];
  const url = `${service.url}/webhook_server`;
  try {
    for (const connections of [16, 64]) {
      const options = { method: 'POST', body, connections };
      const [owns, roofs] = await inTurns(
        rounds,
        () => load(url, headers, options),
        () => load(bare.url, headers, options),
      );
      const [rates, bareRates] = [owns, roofs].map((loads) => loads.map(({ rate }) => rate));
      const against = { unit: '1/s', ...ratioOf(rates ?? [], bareRates ?? []), floor: 0.5 };
      const p99 = { value: median(owns.map((own) => own.p99)), unit: 'ms', bar: 50 };
      const name = 'Signed delivery of 10 kB, durable';
      if (connections === 64) lines.push({ name: `${name}, 64 connections`, ...against });
      else lines.push({ name, ...against }, { name: '99 % of them are answered within', ...p99 });
    }
  } finally {
    await service.stop();
    bare.close();
    await database.close();
  }
  return lines;
});
