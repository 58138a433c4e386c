import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { loadService } from '#core/host/load-service.ts';
import { openService } from '#core/host/open-service.ts';
import { serve } from '#core/host/serve.ts';
import { services } from '#functions/manifest.ts';
import type { Line } from './line.ts';
import { timedLoad } from './load.ts';
import { median } from './median.ts';

const rounds = 5;
const secret = 'a-secret-of-the-operator';
const configuration = `webhook-secret: ${secret}\nrepositories:\n  repo:\n    name: owner/repo\n`;
const repository = { name: 'repo', full_name: 'owner/repo' };
const body = JSON.stringify({ repository, action: 'created', text: 'x'.repeat(10_000) });
const digest = () => createHmac('sha256', secret).update(body).digest('hex');
const headers = {
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'x-scm-event': 'star',
  'x-hub-signature-256': `sha256=${digest()}`,
};
const insert = 'INSERT INTO received (id, body) VALUES (NULL, ?)';
const table = 'CREATE TABLE received (id INTEGER PRIMARY KEY, body TEXT NOT NULL)';

/** A signed delivery of 10 kB, answered when it is on the disk, against servers that do less. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  await writeFile(join(folder, 'config.yaml'), configuration);
  const grouped = openDatabase({ file: join(folder, 'grouped.db') });
  await grouped.write((sql) => sql.execute(table));
  const single = new DatabaseSync(join(folder, 'single.db'));
  single.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${table}`);
  const each = single.prepare(insert);
  const servers = {
    'bare node:http with HMAC': await bare(async () => {}),
    'the same with one commit each': await bare(async (text) => void each.run(text)),
    'the same with a group-committed insert': await bare((text) =>
      grouped.write((sql) => void sql.statement(insert).run(text)),
    ),
  };
  // Deliveries wait in the queue: processing is work of its own.
  const service = await loadService('webhook', { ...services.webhook, jobs: [], schedules: [] });
  const queue = { name: 'webhook-deliveries', visibilitySeconds: 60, maxAttempts: 3 } as const;
  const waiting = { ...service, queues: [{ ...queue, ordered: true as const }] };
  const environment = { WEBHOOK_SERVER_DATA_DIR: folder, WEBHOOK_SERVER_PORT: '0' };
  const hosting = service.hosting({ ...environment, WEBHOOK_SERVER_IP_BIND: '127.0.0.1' });
  const platform = openService(waiting, hosting, { ...environment, LOG_LEVEL: 'ERROR' });
  const running = await serve(waiting, hosting, platform, platform.connections);
  const urls = {
    ...Object.fromEntries(Object.entries(servers).map(([name, { url }]) => [name, url])),
    receiver: `${running.url}/webhook_server`,
  };
  try {
    const found: Line[] = [];
    for (const connections of [1, 16, 64]) found.push(...(await measure(urls, connections)));
    return found;
  } finally {
    await running.stop();
    for (const { close } of Object.values(servers)) await close();
    single.close();
    await grouped.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const group = 'the same with a group-committed insert';

async function measure(urls: Record<string, string>, connections: number): Promise<Line[]> {
  const rates: Record<string, number[]> = {};
  const waits: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, url] of Object.entries(urls)) {
      const { rate, p99 } = await timedLoad(url, headers, { method: 'POST', body, connections });
      // The first round is a warm-up.
      if (round === 0) continue;
      (rates[name] ??= []).push(rate);
      if (name === 'receiver') waits.push(p99);
    }
  }
  const rateOf = (name: string) => median(rates[name] ?? []);
  const at = `at ${connections} connection${connections === 1 ? '' : 's'}`;
  const ratios = (rates['receiver'] ?? []).map((rate, at) => rate / (rates[group]?.[at] ?? 1));
  return [
    ...Object.keys(urls)
      .filter((name) => name !== 'receiver')
      .map((name) => ({ name: `${name}, ${at}`, value: rateOf(name), unit: '1/s' })),
    {
      name: `Signed delivery of 10 kB, durable, ${at}`,
      ...{ value: rateOf('receiver'), unit: '1/s', roof: rateOf(group) },
      ...{ ratio: median(ratios), floor: 0.5 },
    },
    {
      name: `99 % of them are answered within, ${at}`,
      ...{ value: median(waits), unit: 'ms' },
      ...(connections === 16 && { bar: 50 }),
    },
  ];
}

async function bare(keep: (text: string) => Promise<void>) {
  const answer = JSON.stringify({ status: 200 });
  const server = createServer((request: IncomingMessage, response) => {
    void buffer(request).then(async (bytes) => {
      const expected = createHmac('sha256', secret).update(bytes).digest('hex');
      const isValid = request.headers['x-hub-signature-256'] === `sha256=${expected}`;
      await keep(bytes.toString());
      const length = { 'content-length': answer.length };
      response.writeHead(isValid ? 200 : 403, length).end(answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => new Promise((done) => server.close(done)) };
}
