import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFiles } from '#core/docs/project-files.ts';
import { projects } from '#core/docs/tables.ts';
import { loadService } from '#core/host/load-service.ts';
import { services } from '#functions/manifest.ts';
import { openService } from '#core/host/open-service.ts';
import { serve } from '#core/host/serve.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Line } from './line.ts';
import { load } from './load.ts';

const rounds = 5;
const key = 'a key of sixteen characters';
const authorization = `Bearer ${key}`;
const page = `<!doctype html><title>x</title>${'<p>A paragraph of a page.</p>'.repeat(290)}`;

// Requests per second of the reference implementation on a comparable machine with 2 cores.
const reference = { page: 1_464, status: 340 };

/** A page of a site and the list of all projects, both with a key, against a bare server. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const bare = createServer((_request, response) => {
    const headers = { 'content-type': 'text/html', 'content-length': page.length };
    response.writeHead(200, headers).end(page);
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
  const service = await loadService('docs', services.docs);
  const environment = { ADMIN_KEY: key, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'ERROR' };
  const hosting = service.hosting(environment);
  const platform = openService(service, hosting, environment);
  const running = await serve(service, hosting, platform, platform.connections);
  try {
    await addProject(platform, 0);
    const roof = await rate(bareUrl);
    const pages = await rate(`${running.url}/docs/project-0/index.html`);
    const packed = await rate(`${running.url}/docs/project-0/index.html`, 'br');
    const one = await rate(`${running.url}/api/status`);
    for (let at = 1; at < 100; at += 1) await addProject(platform, at);
    const hundred = await rate(`${running.url}/api/status`);
    const stall = await longestHealth(running.url);
    return [
      line('GET a page of a site, 8 kB', pages, roof, reference.page),
      line('The same, compressed', packed, roof, reference.page),
      line('GET /api/status with 1 project', one, roof, reference.status),
      line('GET /api/status with 100 projects', hundred, roof, reference.status),
      { name: 'Longest /health beside 16 readers of /api/status', value: stall, unit: 'ms' },
    ];
  } finally {
    await running.stop();
    await new Promise((resolve) => bare.close(resolve));
    await rm(folder, { recursive: true, force: true });
  }
}

/** The promise is five times the reference, which ran on another machine: the ratio shows the
 * distance. */
function line(name: string, value: number, roof: number, before: number): Line {
  const times = (value / before).toFixed(1);
  return {
    name: `${name} (${times} × the reference)`,
    value,
    unit: 'requests/s',
    roof,
    ratio: value / roof,
  };
}

async function rate(url: string, accepted = 'identity'): Promise<number> {
  const rates: number[] = [];
  const headers = { authorization, 'accept-encoding': accepted };
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) rates.push(await load(url, headers));
  return rates.slice(1).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

async function longestHealth(url: string): Promise<number> {
  const ask = async () => (await fetch(`${url}/health`)).text();
  // Loading the client takes longer than any answer.
  await ask();
  let isOver = false;
  const busy = load(`${url}/api/status`, { authorization }).then(() => (isOver = true));
  let longest = 0;
  while (!isOver) {
    const start = performance.now();
    await ask();
    longest = Math.max(longest, performance.now() - start);
  }
  await busy;
  return longest;
}

/** Its row contains a plan of 20 pages, as after a generation. */
async function addProject({ records, blobs }: Platform, at: number): Promise<void> {
  const name = `project-${at}`;
  const entries = Array.from({ length: 20 }, (_, index) => ({
    slug: `page-${index}`,
    title: `Page ${index} of the plan`,
    description: 'What this page is about, in one sentence of the usual length.',
  }));
  const plan = { project_name: name, tagline: '', navigation: [{ group: 'All', pages: entries }] };
  const now = new Date().toISOString();
  await records.insert(projects, {
    ...{ owner: 'admin', name, repo_url: `https://code.example/team/${name}`, status: 'ready' },
    ...{ last_commit_sha: 'c'.repeat(40), last_generated: now, page_count: 20 },
    ...{ plan_json: JSON.stringify(plan), created_at: now, updated_at: now },
  });
  if (at > 0) return;
  const version = await blobs.newVersion(projectFiles({ owner: 'admin', name }).site);
  await version.put('index.html', 'one', page);
  await version.publish();
}
