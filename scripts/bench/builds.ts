import { laptop } from '../../core/home/homes.ts';
import { createReadStream, createWriteStream, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { gatherArtifacts } from '#core/analysis/intake/artifacts/gather-artifacts.ts';
import type { Ci } from '#core/analysis/intake/ci/ci.ts';
import { localTrees } from '#core/platform/adapters/local/trees.ts';
import { packArchive } from '#core/text/pack-archive.ts';
import { startJenkins, type JenkinsCase } from '#test/support/jenkins/jenkins.ts';
import type { Line } from './line.ts';
import { median } from './median.ts';
import { model, withAnalysis } from './with-analysis.ts';

const rounds = 7;
const files = 20;
const fileBytes = 10_000_000;

/** Build analysis against a Jenkins on this machine, and the unpacking of artifacts. */
export async function lines(): Promise<Line[]> {
  return [...(await unpacking()), await analysis()];
}

async function analysis(): Promise<Line> {
  const jenkins = await startJenkins();
  const { url, user, token } = jenkins;
  const children = ['linux', 'windows', 'mac'];
  const console = children.map((name) => `Build ${name} #1 completed: FAILURE\n`).join('');
  jenkins.add('nightly', 1, { console, cases: cases('nightly'), artifacts: { 'app.log': 'x' } });
  for (const name of children) jenkins.add(name, 1, { cases: cases(name) });
  const environment = { CI_URL: url, CI_USER: user, CI_PASSWORD: token };
  const value = await withAnalysis(async (server) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await analyze(server.url);
      times.push(performance.now() - began);
    }
    return median(times);
  }, environment);
  await jenkins.close();
  return { name: 'Analysis of a build: 200 failures, 3 children', value, unit: 'ms' };
}

/** 50 failed tests with 10 errors among 2,000. */
function cases(build: string): JenkinsCase[] {
  return Array.from({ length: 2_000 }, (_, at) => {
    if (at >= 50) return { className: 'shop', name: `fine${at}`, status: 'PASSED' };
    const error = `expected ${String.fromCharCode(97 + (at % 10))} on ${build}`;
    const trace = { errorDetails: error, errorStackTrace: 'at pay (src/pay.ts:2:3)\n'.repeat(20) };
    return { className: 'shop', name: `pays${at}`, status: 'FAILED', duration: 1, ...trace };
  });
}

async function analyze(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ ...model, job_name: 'nightly', build_number: 1 });
  const reply = await fetch(`${url}/analyze`, { method: 'POST', headers, body });
  const { job_id } = (await reply.json()) as { job_id: string };
  for (;;) {
    const result = await fetch(`${url}/results/${job_id}`);
    const { status } = (await result.json()) as { status: string };
    if (status === 'completed') return;
    if (status === 'failed') throw new Error('The analysis failed');
    await pause(5);
  }
}

/** 200 MB in a tar.gz, against zlib and the disk alone. */
async function unpacking(): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-bench-'));
  const archive = join(folder, 'logs.tar.gz');
  await pipeline(packArchive(logs(), { level: 6 }), createWriteStream(archive));
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
  const value = await megabytesPerSecond(() => gather(folder, archive));
  clearInterval(watch);
  const roof = await megabytesPerSecond(async () => {
    const plain = join(folder, 'plain');
    await pipeline(createReadStream(archive), createGunzip(), createWriteStream(plain));
    await rm(plain);
  });
  await rm(folder, { recursive: true });
  const name = 'Artifacts of 200 MB in an archive';
  return [
    { name: `${name}: gathered and unpacked`, value, unit: 'MB/s', roof, ratio: value / roof },
    { name: `${name}: memory above idle`, value: (peak - before) / 1e6, unit: 'MB', bar: 100 },
  ];
}

function* logs() {
  const line = '2026-01-01T00:00:00Z ERROR shop.pay the connection to 10.0.0.1:5432 was refused ';
  for (let at = 0; at < files; at += 1) {
    const lines: string[] = [];
    for (let size = 0; size < fileBytes; size += line.length + 12) {
      lines.push(`${line}${Math.random().toString(36).slice(2, 12)}\n`);
    }
    const body = Buffer.from(lines.join(''));
    yield { name: `logs/${at}.log`, size: body.length, body: [body] };
  }
}

async function gather(folder: string, archive: string): Promise<void> {
  const trees = localTrees({ directory: join(folder, 'trees') });
  const ci: Pick<Ci, 'download'> = {
    download: (_build, _artifact, receive) => receive(createReadStream(archive)),
  };
  const clock = { now: () => new Date(), sleep: async () => {} };
  const artifacts = [{ path: 'logs.tar.gz', id: '' }];
  const build = { name: '', number: 1, url: '', result: 'failure', artifacts } as const;
  const options = { maxMegabytes: 500, signal: AbortSignal.timeout(600_000) };
  const { directory, notes, dispose } = await gatherArtifacts(
    { trees, clock, home: laptop },
    ci,
    build,
    options,
  );
  if (directory === undefined || notes.length > 0) throw new Error(notes.join());
  await dispose();
}

async function megabytesPerSecond(run: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return (files * fileBytes) / 1e3 / median(times);
}
