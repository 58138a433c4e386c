import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleProject } from '#test/support/docs/sample-project.ts';
import metadata from '../../../package.json' with { type: 'json' };
import { memoryOf, peakOf } from '../processes.ts';
import { startProgram } from '../programs.ts';
import { usualPage } from '#test/support/browser/usual-page.ts';
import { adminKey } from '../services.ts';
import { size, suite } from '../suite.ts';

const pages = size(20, 2);
const settleMs = size(5_000, 2_000);
/** Five seconds more than the idle time of a helper process. */
const restMs = 35_000;

// All services as `npm start` runs them from the second time on: idle, during a generation and after it.
await suite(async (folder) => {
  const { repository, command } = sampleProject(folder, pages, usualPage(1));
  const home = join(folder, 'home');
  mkdirSync(home);
  const names = ['', 'ANALYSIS_', 'WEBHOOK_SERVER_', 'SESSIONINFO_', 'SIDECAR_'];
  const ports = Object.fromEntries(names.map((name) => [`${name}PORT`, '0']));
  const variables = { ...ports, ADMIN_KEY: adminKey, AI_CLI_PROVIDER_A: command };
  const start = () => startProgram(metadata.scripts.start, 'docs', home, variables);
  await (await start()).stop();
  const began = performance.now();
  const { pid, url, stop } = await start();
  const startMs = performance.now() - began;
  const measure = () => memoryOf(pid, folder);
  try {
    await pause(settleMs);
    const idle = measure().megabytes;
    const peak = await peakOf(measure, () => generate(url, repository));
    await pause(restMs);
    const after = measure();
    const helpers = `Helper processes ${restMs / 1000} s later`;
    return [
      { name: 'npm start, until all ports answer', value: startMs, unit: 'ms', bar: 1_300 },
      { name: 'All services, idle', value: idle, unit: 'MB', bar: 150 },
      { name: `Peak while ${pages} pages are generated`, value: peak, unit: 'MB', bar: 350 },
      { name: helpers, value: after.processes - 1, unit: '', bar: 0 },
      { name: 'Memory then, to idle', value: after.megabytes / idle, unit: '×', bar: 1.3 },
    ];
  } finally {
    await stop();
  }
});

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
