import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadService } from '#core/host/load-service.ts';
import { services } from '#functions/manifest.ts';
import { serve } from '#core/host/serve.ts';
import { projects } from '#core/docs/tables.ts';
import { programRunner } from '#core/platform/adapters/local/programs/command-line.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { openLocal } from '#core/home/open-local.ts';
import type { Line } from './line.ts';
import { median } from './median.ts';
import { sampleGeneration } from './sample-generation.ts';
import { longestHealth } from './with-analysis.ts';

const pages = 20;
const rounds = 7;
const adminKey = 'the-key-of-the-administrator';
/** Half of the time of the reference implementation on a comparable machine. */
const bar = 144;

/** Time from POST to ready, with a model that answers at once. In every other round a client in
 * this process polls /health, which takes part of its time. */
export async function lines(): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-bench-'));
  const { repository, model } = sampleGeneration(folder, pages);
  const service = await loadService('docs', services.docs);
  const platform = openLocal({
    service: 'docs',
    environment: {
      ADMIN_KEY: adminKey,
      PATH: process.env['PATH'],
      AI_CLI_PROVIDER_A: `/bin/sh ${model}`,
    },
    directory: join(folder, 'data'),
    database: join(folder, 'data', 'app.db'),
    queues: service.queues,
    writeLog: () => {},
  });
  const hosting = { host: '127.0.0.1', port: 0, portVariable: 'PORT' };
  const running = await serve(service, hosting, platform, platform.connections);
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ repo_path: repository, force: true });
  const times: number[] = [];
  let longest = 0;
  try {
    for (let round = 0; round <= 2 * rounds; round += 1) {
      const over = new AbortController();
      const isAsked = round % 2 === 0;
      const health = isAsked ? longestHealth(running.url, over.signal) : 0;
      const began = performance.now();
      const reply = await fetch(`${running.url}/api/generate`, { method: 'POST', headers, body });
      if (reply.status !== 202) throw new Error(await reply.text());
      await reply.arrayBuffer();
      for (;;) {
        const row = await platform.records.get(projects, { owner: 'admin', name: 'sample' });
        if (row?.status === 'error') throw new Error(row.error_message ?? '');
        if (row?.status === 'ready') break;
        await pause(1);
      }
      // The first generation loads the renderer.
      if (!isAsked) times.push(performance.now() - began);
      over.abort();
      const delay = await health;
      if (round > 0) longest = Math.max(longest, delay);
    }
  } finally {
    await running.stop();
  }
  const value = median(times);
  const roof = await bareCalls(folder, model);
  await rm(folder, { recursive: true, force: true });
  const name = `POST to ready, ${pages} pages, against the bare calls of the command`;
  return [
    { name, value, unit: 'ms', roof, ratio: value / roof, bar },
    { name: 'Longest /health meanwhile', value: longest, unit: 'ms', bar: 20 },
  ];
}

/** The same number of commands, five at once, and nothing else. */
async function bareCalls(folder: string, model: string): Promise<number> {
  const run = programRunner({ clock: systemClock() });
  const call = (input: string) =>
    run({
      program: '/bin/sh',
      arguments: [model],
      directory: folder,
      environment: { PATH: process.env['PATH'] ?? '' },
      input,
      timeoutMilliseconds: 60_000,
    });
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await call('"kind":"plan"\n');
    let left = pages;
    const lane = async () => {
      while ((left -= 1) >= 0) await call('"kind":"page"\n');
    };
    await Promise.all(Array.from({ length: 5 }, lane));
    times.push(performance.now() - began);
  }
  return median(times);
}
