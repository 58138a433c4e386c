import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { http } from '#test/support/http/http-client.ts';
import { modelServer, type Turn } from '#test/support/ai/model-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

interface Sidecar {
  readonly process: ChildProcess;
  readonly send: ReturnType<typeof http>;
}

async function start(directory: string): Promise<Sidecar> {
  const program = fileURLToPath(new URL('../../scripts/serve.ts', import.meta.url));
  const child = spawn(process.execPath, [program, 'agent'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ PATH: process.env['PATH'], HOME: directory, LOG_LEVEL: 'ERROR' },
      ...{ SIDECAR_DATA_DIR: directory, SIDECAR_PORT: '0' },
    },
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = line.replace('agent listening on ', '');
  return { process: child, send: http(url) };
}

async function kill({ process: child }: Sidecar): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

it.each(['a tool runs', 'the model answers'])(
  'kill -9 while %s: the turn ends as interrupted, no tool runs again, and the session goes on (R1)',
  async (moment) => {
    const folder = await temporaryFolder();
    const [ran, end] = [join(folder.path, 'ran'), join(folder.path, 'end')];
    const isInTool = moment === 'a tool runs';
    const wait = isInTool ? `; while [ ! -e ${end} ]; do sleep 0.1; done` : '';
    const { promise: until, resolve } = Promise.withResolvers<void>();
    const turns: Turn[] = [
      { tool: 'bash', input: { command: `echo ran >> ${ran}${wait}` } },
      { text: 'It is done.', ...(!isInTool && { until }) },
    ];
    const model = await modelServer(turns);
    const provider = {
      ...{ baseUrl: `${model.origin}/v1`, apiKey: 'none', api: 'openai-completions' },
      models: [{ id: 'm', name: 'M', reasoning: false, input: ['text'], maxTokens: 1_000 }],
    };
    const directory = join(folder.path, 'data');
    await mkdir(directory);
    const models = JSON.stringify({ providers: { fake: provider } });
    await writeFile(join(directory, 'models.json'), models);

    const first = await start(directory);
    const body = { provider: 'fake', model: 'm', system_prompt: 'Terse.', tools: ['bash'] };
    const created = await first.send({ method: 'POST', path: '/sessions', body });
    const { session_id: id } = created.json() as { session_id: string };
    const path = `/sessions/${id}/prompt`;
    const cut = first
      .send({ method: 'POST', path, body: { message: 'Do it' } })
      .catch(() => undefined);
    if (isInTool) await expect.poll(() => existsSync(ran)).toBe(true);
    else await expect.poll(() => model.requests.length).toBe(2);
    await kill(first);
    await cut;
    await writeFile(end, '');
    resolve();

    const second = await start(directory);
    const events = await second.send({ path: `/sessions/${id}/events` });
    const names = [...events.text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    expect(names.slice(0, 2)).toEqual(['turn', 'tool_start']);
    expect(names.at(-1)).toBe('done');
    expect(events.text).toContain('data: {"usage":null,"error":"interrupted"}');
    const next = await second.send({ method: 'POST', path, body: { message: 'Go on' } });
    expect([next.status, next.json()]).toMatchObject([200, { text: 'It is done.' }]);
    expect(next.json()).not.toHaveProperty('error');
    expect(model.requests.at(-1)).toContain('Do it');
    expect(readFileSync(ran, 'utf8')).toBe('ran\n');

    await kill(second);
  },
);
