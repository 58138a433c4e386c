import { setTimeout as pause } from 'node:timers/promises';
import { projects } from '#core/docs/tables.ts';
import { sampleProject } from '#test/support/docs/sample-project.ts';
import { usualPage } from '#test/support/browser/usual-page.ts';
import { adminKey, runService } from '../services.ts';
import { healthLine, longestHealth, median, size, suite, timed } from '../suite.ts';

const pages = size(20, 2);
const rounds = size(7, 1);

// From POST to ready, with a model that answers at once. In every other round a client in this process
// polls /health, which takes part of its time.
await suite(async (folder) => {
  const { repository, command } = sampleProject(folder, pages, usualPage(1));
  const service = await runService('docs', folder, { AI_CLI_PROVIDER_A: command });
  const { url, platform } = service;
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ repo_path: repository, force: true });
  const generate = async () => {
    const reply = await fetch(`${url}/api/generate`, { method: 'POST', headers, body });
    if (reply.status !== 202) throw new Error(await reply.text());
    await reply.arrayBuffer();
    for (;;) {
      const row = await platform.records.get(projects, { owner: 'admin', name: 'sample' });
      if (row?.status === 'error') throw new Error(row.error_message ?? '');
      if (row?.status === 'ready') return;
      await pause(1);
    }
  };
  // The first generation loads the renderer.
  await generate();
  const times: number[] = [];
  let longest = 0;
  for (let round = 0; round < rounds; round += 1) {
    longest = Math.max(longest, await longestHealth(url, generate));
    times.push(await timed(generate));
  }
  await service.stop();
  // The bar is half of the time of the reference implementation on a comparable machine.
  const name = `Documentation of ${pages} pages, POST to ready`;
  return [{ name, value: median(times), unit: 'ms', bar: 144 }, healthLine(longest)];
});
