import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { modelServer } from '#test/support/model-server.ts';
import type { Line } from './line.ts';
import { median } from './median.ts';
import { megabytes, memoryOf } from './memory-of.ts';

const runs = 200;
const streams = 50;
const settleMilliseconds = 5_000;

/** A sidecar process with a model that answers at once. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const gate = { release: () => {}, promise: Promise.resolve() };
  const turn = {
    text: 'It is done.',
    get until() {
      return gate.promise;
    },
  };
  const model = await modelServer([turn]);
  const baseUrl = `${model.origin}/v1`;
  const provider = {
    ...{ baseUrl, apiKey: 'none', api: 'openai-completions' },
    models: [{ id: 'm', name: 'M', reasoning: false, input: ['text'], maxTokens: 1_000 }],
  };
  await writeFile(join(folder, 'models.json'), JSON.stringify({ providers: { fake: provider } }));
  const server = spawn(process.execPath, [resolve('scripts/serve.ts'), 'agent'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env['PATH'], HOME: folder, LOG_LEVEL: 'ERROR' },
      ...{ SIDECAR_DATA_DIR: folder, SIDECAR_PORT: '0' },
    },
  });
  try {
    const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
    const url = line.replace('agent listening on ', '');
    const idle = await idleMemory(server.pid as number, folder);
    // The fastest of each, as other programs slow the processes down at different moments.
    const best = { create: Infinity, first: Infinity, next: Infinity, direct: Infinity };
    const record = async (name: keyof typeof best, work: () => Promise<unknown>) => {
      const began = performance.now();
      await work();
      best[name] = Math.min(best[name], performance.now() - began);
    };
    for (let run = 0; run < runs; run += 1) {
      let id = '';
      await record('create', async () => (id = await createSession(url)));
      const prompt = () => post(`${url}/sessions/${id}/prompt`, { message: 'Hello' });
      await record('first', prompt);
      await record('direct', () => post(`${baseUrl}/chat/completions`, asked()));
      await record('next', prompt);
    }
    const latencies: number[] = [];
    for (let run = 0; run < streams; run += 1) latencies.push(await latency(url, gate));
    latencies.sort((one, other) => one - other);
    return [
      ...idle,
      { name: 'Sidecar, session created', value: best.create, unit: 'ms' },
      { name: 'Sidecar, first prompt over the model', value: best.first - best.direct, unit: 'ms' },
      {
        name: 'Sidecar, next prompt over the model',
        ...{ value: best.next - best.direct, unit: 'ms', bar: 1.5 },
      },
      { name: 'Sidecar, event behind the model, half', value: median(latencies), unit: 'ms' },
      {
        name: 'Sidecar, 95 % of them',
        value: latencies[Math.floor(streams * 0.95)] ?? 0,
        unit: 'ms',
      },
    ];
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await model.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** After the discovery of the models. There is no result without /proc. */
async function idleMemory(pid: number, folder: string): Promise<Line[]> {
  if (process.platform !== 'linux') return [];
  await pause(settleMilliseconds);
  return [{ name: 'Sidecar, idle', ...megabytes(memoryOf(pid, folder)), bar: 163 }];
}

/** From the moment at which the model goes on to the event with its text. */
async function latency(url: string, gate: { release: () => void; promise: Promise<void> }) {
  const id = await createSession(url);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  Object.assign(gate, { promise, release });
  const reply = await fetch(`${url}/sessions/${id}/prompt`, {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
    body: '{"message":"Hello"}',
  });
  let text = '';
  let began = 0;
  for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    const events = text.split('event: text').length - 1;
    if (events === 2) return performance.now() - began;
    if (events !== 1 || began > 0) continue;
    began = performance.now();
    gate.release();
  }
  throw new Error(`The stream ended early: ${text}`);
}

async function createSession(url: string): Promise<string> {
  const body = { provider: 'fake', model: 'm', system_prompt: 'Be brief.', tools: [] };
  const { session_id } = (await post(`${url}/sessions`, body)) as { session_id: string };
  return session_id;
}

function asked() {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
  ];
  return { model: 'm', messages, stream: true };
}

async function post(url: string, body: object): Promise<unknown> {
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
  return text.startsWith('{') ? JSON.parse(text) : text;
}
