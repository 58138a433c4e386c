import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadService } from '#core/host/load-service.ts';
import { services } from '#functions/manifest.ts';
import { openService } from '#core/host/open-service.ts';
import { serve } from '#core/host/serve.ts';
import type { Line } from './line.ts';
import { median } from './median.ts';
import { load } from './load.ts';

const rounds = 5;

/** Our /health through the gateway and a bare node:http server with the same answer, in alternating
 * rounds. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const body = JSON.stringify({ status: 'ok' });
  const bare = createServer((_request, response) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    response.writeHead(200, headers).end(body);
  });
  const bareUrl = await listen(bare);
  const service = await loadService('docs', services.docs);
  const environment = {
    ADMIN_KEY: 'a key of sixteen characters',
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'ERROR',
  };
  const hosting = service.hosting(environment);
  const platform = openService(service, hosting, environment);
  const running = await serve(service, hosting, platform, platform.connections);
  try {
    const [ours, roofs]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const roof = await load(`${bareUrl}/health`);
      const own = await load(`${running.url}/health`);
      // The first round is a warm-up.
      if (round === 0) continue;
      roofs.push(roof);
      ours.push(own);
    }
    const [value, roof] = [median(ours), median(roofs)];
    const ratio = median(ours.map((own, at) => own / (roofs[at] ?? Infinity)));
    return [
      { name: 'Empty node:http server', value: roof, unit: 'requests/s' },
      { name: 'Gateway: GET /health', value, unit: 'requests/s', roof, ratio, floor: 0.5 },
    ];
  } finally {
    await running.stop();
    await new Promise((resolve) => bare.close(resolve));
    await rm(folder, { recursive: true, force: true });
  }
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}
