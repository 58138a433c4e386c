import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleProject } from '#test/support/docs/sample-project.ts';
import metadata from '../../../package.json' with { type: 'json' };
import { memoryOf, peakOf } from '../processes.ts';
import { usualPage } from '#test/support/browser/usual-page.ts';
import { adminKey } from '../services.ts';
import { size, suite, timed } from '../suite.ts';

const pages = size(20, 2);
const settleMs = size(5_000, 2_000);
/** Five seconds more than the idle time of a helper process. */
const restMs = 35_000;

// All services as `npm start` runs them from the second time on: idle, during a generation and after it.
await suite(async (folder) => {
  const { repository, command } = sampleProject(folder, pages, usualPage(1));
  const home = join(folder, 'home');
  mkdirSync(home);
  const [, ...words] = metadata.scripts.start.split(' ');
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ADMIN_KEY: adminKey,
    LOG_LEVEL: 'ERROR',
    AI_CLI_PROVIDER_A: command,
    PORT: '0',
    ANALYSIS_PORT: '0',
    WEBHOOK_SERVER_PORT: '0',
    SESSIONINFO_PORT: '0',
    SIDECAR_PORT: '0',
  };
  const start = () =>
    spawn(process.execPath, words.map(absolute), {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const first = start();
  await docsUrl(first.stdout);
  first.kill('SIGTERM');
  await once(first, 'exit');
  const server = start();
  const measure = () => memoryOf(server.pid, folder);
  try {
    let url = '';
    const startMs = await timed(async () => (url = await docsUrl(server.stdout)));
    await pause(settleMs);
    const idle = measure().megabytes;
    const peak = await peakOf(measure, () => generate(url, repository));
    await pause(restMs);
    const after = measure();
    return [
      { name: 'npm start, until all ports answer', value: startMs, unit: 'ms', bar: 1_300 },
      { name: 'All services, idle', value: idle, unit: 'MB', bar: 150 },
      { name: `Peak while ${pages} pages are generated`, value: peak, unit: 'MB', bar: 350 },
      {
        name: `Helper processes ${restMs / 1000} s later`,
        value: after.processes - 1,
        unit: '',
        bar: 0,
      },
      { name: 'Memory then, to idle', value: after.megabytes / idle, unit: '×', bar: 1.3 },
    ];
  } finally {
    // It may have ended by itself.
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  }
});

/** Starts in another folder. */
function absolute(word: string): string {
  return /^(?:\.\/)?scripts\//.test(word) ? resolve(word) : word;
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

async function generate(url: string, repository: string): Promise<void> {
  // A browser's login.
  await (await fetch(`${url}/login`)).text();
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ repo_path: repository, force: true });
  const reply = await fetch(`${url}/api/generate`, { method: 'POST', headers, body });
  if (reply.status !== 202) throw new Error(await reply.text());
  for (;;) {
    const row = await fetch(`${url}/api/projects/sample`, { headers });
    const { status } = (await row.json()) as { status: string };
    if (status === 'error') throw new Error('The generation failed');
    if (status === 'ready') return;
    await pause(20);
  }
}
