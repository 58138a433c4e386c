import { fork } from 'node:child_process';
import { once } from 'node:events';
import { modelServer } from '#test/support/ai/model-server.ts';
import { runService } from '../services.ts';
import { median, size, suite, timed, type Line } from '../suite.ts';

const prompts = size(40, 10);
const warmPrompts = 10;
const key = 'the-key-of-the-sidecar';

/** A prompt of the sidecar, against the same question to the model itself, in turns. */
async function measure(folder: string, model: string): Promise<readonly Line[]> {
  const service = await runService('agent', folder, {
    SIDECAR_KEY: key,
    SIDECAR_DATA_DIR: folder,
    SIDECAR_PORT: '0',
    SIDECAR_DISCOVERY: 'demand',
  });
  const models = [{ id: 'm', name: 'M', reasoning: false, input: ['text'], maxTokens: 1_000 }];
  const fake = { baseUrl: `${model}/v1`, apiKey: 'key', api: 'openai-completions', models };
  await service.platform.blobs.put('models.json', JSON.stringify({ providers: { fake } }));
  const ask = async (url: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(text);
    return text;
  };
  const setup = { provider: 'fake', model: 'm', system_prompt: 'You are terse.' };
  const created = await ask(`${service.url}/sessions`, setup);
  const { session_id: id } = JSON.parse(created) as { session_id: string };
  const messages = [{ role: 'user', content: 'Hello' }];
  const bare = () => ask(`${model}/v1/chat/completions`, { model: 'm', stream: true, messages });
  const prompt = () => ask(`${service.url}/sessions/${id}/prompt`, { message: 'Hello' });
  const times: number[] = [];
  for (let at = 0; at < warmPrompts + prompts; at += 1) {
    const roof = await timed(bare);
    const own = await timed(prompt);
    if (at >= warmPrompts) times.push(own - roof);
  }
  await service.stop();
  const name = 'Sidecar: a prompt, above the same question to the model';
  return [{ name, value: median(times), unit: 'ms', bar: 3.5 }];
}

async function serveModel(): Promise<void> {
  const { origin } = await modelServer([{ text: 'Hi.' }]);
  process.send?.(origin);
  process.on('disconnect', () => process.exit());
}

if (process.argv[2] === 'model') await serveModel();
else {
  await suite(async (folder) => {
    const model = fork(import.meta.filename, ['model']);
    const [origin] = (await once(model, 'message')) as [string];
    return measure(folder, origin).finally(() => model.disconnect());
  });
}
