import { createHmac } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { LoadedService } from '#core/host/service/load-service.ts';
import { bareServer, load } from './load.ts';
import { runService } from './services.ts';
import { inTurns, median, ratioOf, size, type Line } from './suite.ts';

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

interface Receiving {
  readonly name: string;
  readonly folder: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** The folder of the receiver's configuration. */
  readonly configuration: string;
  /** Durable when it resolves. */
  readonly insert: (body: string) => Promise<unknown>;
  readonly floor?: number;
}

/** Signed deliveries of 10 kB, answered when they are on the disk, against a bare server that checks
 * the signature and inserts the text. */
export async function receiving(options: Receiving): Promise<Line[]> {
  const { name, folder, variables, insert, floor } = options;
  await mkdir(options.configuration, { recursive: true });
  await writeFile(join(options.configuration, 'config.yaml'), configuration);
  const bare = await bareServer((request, response) => {
    void buffer(request).then(async (bytes) => {
      const isValid = request.headers['x-hub-signature-256'] === digestOf(bytes);
      await insert(bytes.toString());
      response.writeHead(isValid ? 200 : 403, { 'content-length': 2 }).end('{}');
    });
  });
  // Deliveries wait in the queue: processing is work of its own.
  const idle = { service: (whole: LoadedService) => ({ ...whole, jobs: [], schedules: [] }) };
  const service = await runService('webhook', folder, variables, idle);
  const lines: Line[] = [];
  const url = `${service.url}/webhook_server`;
  try {
    for (const connections of [16, 64]) {
      const sending = { method: 'POST', body, connections };
      const [owns, roofs] = await inTurns(
        rounds,
        () => load(url, headers, sending),
        () => load(bare.url, headers, sending),
      );
      const [rates, bareRates] = [owns, roofs].map((loads) => loads.map(({ rate }) => rate));
      const ratio = ratioOf(rates ?? [], bareRates ?? []);
      const against = { unit: '1/s', ...ratio, ...(floor !== undefined && { floor }) };
      const p99 = { value: median(owns.map((own) => own.p99)), unit: 'ms', bar: 50 };
      if (connections === 64) lines.push({ name: `${name}, 64 connections`, ...against });
      else lines.push({ name, ...against }, { name: '99 % of them are answered within', ...p99 });
    }
  } finally {
    await service.stop();
    bare.close();
  }
  return lines;
}
