import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import metadata from '../../package.json' with { type: 'json' };
import type { Line } from './line.ts';
import { megabytes, memoryOf, watchPeak } from './memory-of.ts';
import { sampleGeneration } from './sample-generation.ts';

const pages = 20;
const adminKey = 'the-key-of-the-administrator';
const settleMilliseconds = 5_000;
/** Five seconds more than the idle time of a helper process. */
const restMilliseconds = 35_000;

/** All services as `npm start` runs them: idle, during a generation and after it. Needs /proc:
 * there is no result on other systems. */
export async function lines(): Promise<Line[]> {
  if (process.platform !== 'linux') return [];
  const folder = mkdtempSync(join(tmpdir(), 'lantern-bench-'));
  const { repository, model } = sampleGeneration(folder, pages);
  mkdirSync(join(folder, 'home'));
  const [, ...words] = metadata.scripts.start.split(' ');
  const server = spawn(process.execPath, words.with(-1, resolve('scripts/start.ts')), {
    cwd: join(folder, 'home'),
    env: {
      PATH: process.env['PATH'],
      HOME: join(folder, 'home'),
      ADMIN_KEY: adminKey,
      AI_CLI_PROVIDER_A: `/bin/sh ${model}`,
      ...{ PORT: '0', ANALYSIS_PORT: '0', WEBHOOK_SERVER_PORT: '0' },
      ...{ SESSIONINFO_PORT: '0', SIDECAR_PORT: '0' },
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const measure = () => memoryOf(server.pid as number, folder);
  try {
    const url = await docsUrl(server.stdout);
    await pause(settleMilliseconds);
    const idle = measure();
    const over = new AbortController();
    const watching = watchPeak(measure, over.signal);
    await look(url);
    await generate(url, repository);
    over.abort();
    const peak = await watching;
    await pause(restMilliseconds);
    const after = measure();
    return [
      { name: 'All services, idle', ...megabytes(idle), bar: 180 },
      { name: `Peak while ${pages} pages are generated`, ...megabytes(peak), bar: 350 },
      { name: 'All services, 35 s after', ...megabytes(after) },
      { name: 'Processes then besides the server', value: after.size - 1, unit: '', bar: 0 },
    ];
  } finally {
    // It may have ended by itself.
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

async function docsUrl(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += chunk.toString();
    const url = /docs listening on (\S+)/.exec(text)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The services did not start: ${text}`);
}

/** Logs in as a browser does. */
async function look(url: string): Promise<void> {
  const page = await (await fetch(`${url}/login`)).text();
  for (const [, path] of page.matchAll(/"(\/assets\/[^"]+)"/g)) {
    await (await fetch(`${url}${path}`)).arrayBuffer();
  }
}

async function generate(url: string, repository: string): Promise<void> {
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ repo_path: repository, force: true });
  const reply = await fetch(`${url}/api/generate`, { method: 'POST', headers, body });
  if (reply.status !== 202) throw new Error(await reply.text());
  for (;;) {
    const status = await fetch(`${url}/api/projects/sample`, { headers });
    const { status: state } = (await status.json()) as { status: string };
    if (state === 'error') throw new Error('The generation failed');
    if (state === 'ready') return;
    await pause(20);
  }
}
