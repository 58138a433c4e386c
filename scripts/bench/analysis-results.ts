import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadService } from '#core/host/load-service.ts';
import { openService } from '#core/host/open-service.ts';
import { serve } from '#core/host/serve.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { services } from '#functions/manifest.ts';
import { addJob, failure } from '#test/support/analysis-jobs.ts';
import type { Line } from './line.ts';
import { load } from './load.ts';
import { median } from './median.ts';

const rounds = 5;
const jobs = 500;

// Requests per second of the reference implementation on a comparable machine with 2 cores.
const reference = { results: 347, dashboard: { 5: 50, 20: 21, 50: 4.7 } };

/** Lists of 500 analyses, and what people write to one of them. */
export async function lines(): Promise<Line[]> {
  const { results, dashboard } = reference;
  const found: Line[] = [];
  for (const failures of [5, 20, 50] as const) {
    await withJobs(failures, async (url) => {
      const rows = await rate(() => load(`${url}/api/dashboard`));
      found.push(
        line(`GET /api/dashboard, 500 rows of ${failures} failures`, rows, dashboard[failures]),
      );
      if (failures < 50) return;
      found.push(line('GET /results', await rate(() => load(`${url}/results`)), results));
      found.push(...(await writes(url)));
    });
  }
  return found;
}

async function writes(url: string): Promise<Line[]> {
  const write = (path: string, method: string, content: object) => {
    const body = JSON.stringify({ test_name: 'test 1', ...content });
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      cookie: 'app_username=uma',
    };
    return rate(() => load(`${url}/results/job_1/${path}`, headers, { method, body }));
  };
  return [
    // Reviews first: each comment makes the next one dearer.
    {
      name: 'PUT /results/{job_id}/reviewed',
      value: await write('reviewed', 'PUT', { reviewed: true }),
      unit: 'requests/s',
    },
    {
      name: 'POST /results/{job_id}/comments',
      value: await write('comments', 'POST', { comment: 'Seen before.' }),
      unit: 'requests/s',
    },
  ];
}

/** The promise is five times the reference. */
function line(name: string, value: number, before: number): Line {
  return { name, value, unit: 'requests/s', roof: before, ratio: value / before, floor: 5 };
}

async function rate(measure: () => Promise<number>): Promise<number> {
  const rates: number[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) rates.push(await measure());
  return median(rates.slice(1));
}

async function withJobs(failures: number, measure: (url: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const service = await loadService('analysis', services.analysis);
  const environment = { DB_PATH: join(folder, 'results.db'), PORT: '0', LOG_LEVEL: 'ERROR' };
  const hosting = service.hosting(environment);
  const platform = openService(service, hosting, environment);
  const running = await serve(service, hosting, platform, platform.connections);
  try {
    await addJobs(platform, failures);
    await measure(running.url);
    // Requests whose connections were cut are still answered.
    await pause(500);
  } finally {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function addJobs(platform: Platform, failures: number): Promise<void> {
  const all = Array.from({ length: failures }, (_, at) => failure(`test ${at}`));
  for (let at = 0; at < jobs; at += 1) {
    const result = { failures: all, child_job_analyses: [] };
    await addJob(platform, { id: `job_${at}`, build_number: at }, result);
  }
}
