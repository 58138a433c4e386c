import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { load } from '../load.ts';
import { runService } from '../services.ts';
import { median, ratioOf, size, suite, type Line } from '../suite.ts';

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
  const bare = createServer((request, response) => {
    void buffer(request).then(async (bytes) => {
      const isValid = request.headers['x-hub-signature-256'] === digestOf(bytes);
      const insert = 'INSERT INTO bare (body) VALUES (?)';
      await database.write((sql) => void sql.statement(insert).run(bytes.toString()));
      response.writeHead(isValid ? 200 : 403, { 'content-length': 2 }).end('{}');
    });
  });
  await once(bare.listen(0, '127.0.0.1'), 'listening');
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
  // Deliveries wait in the queue: processing is work of its own.
  const service = await runService(
    'webhook',
    folder,
    {},
    {
      service: (whole) => ({ ...whole, jobs: [], schedules: [] }),
    },
  );
  const lines: Line[] = [];
  const url = `${service.url}/webhook_server`;
  try {
    for (const connections of [16, 64]) {
      const [rates, roofs, waits]: [number[], number[], number[]] = [[], [], []];
      const options = { method: 'POST', body, connections };
      // The first round is a warm-up.
      for (let round = 0; round <= rounds; round += 1) {
        const roof = await load(bareUrl, headers, options);
        const own = await load(url, headers, options);
        if (round === 0) continue;
        roofs.push(roof.rate);
        rates.push(own.rate);
        waits.push(own.p99);
      }
      const against = { unit: '1/s', ...ratioOf(rates, roofs), floor: 0.5 };
      const p99 = { value: median(waits), unit: 'ms', bar: 50 };
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
