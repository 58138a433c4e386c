import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { http } from '#test/support/http/http-client.ts';
import { modelServer } from '#test/support/ai/model-server.ts';
import { program } from '#test/support/processes/program.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Prints the environment of the shell and of all processes above it. */
const command =
  'at=$$; while [ "$at" -gt 1 ]; do tr "\\0" "\\n" </proc/$at/environ; ' +
  'at=$(sed -n "s/^PPid:\\t//p" /proc/$at/status); done; echo "the end"';

describe.skipIf(!existsSync('/proc/self/environ'))('the environment of a service', () => {
  const folder = eachTest(temporaryFolder);

  it.each([
    ['npm run serve -- agent', ['serve.ts', 'agent'], {}, 'MALLOC_ARENA_MAX=1'],
    ['npm start', ['start.ts'], { MALLOC_ARENA_MAX: '3' }, 'MALLOC_ARENA_MAX=3'],
  ])('with %s is not shown to what a model runs (S10)', async (_way, words, more, shown) => {
    const model = await modelServer([{ tool: 'bash', input: { command } }, { text: 'Done.' }]);
    const provider = {
      ...{ baseUrl: `${model.origin}/v1`, apiKey: 'none', api: 'openai-completions' },
      models: [{ id: 'm', name: 'M', reasoning: false, input: ['text'], maxTokens: 1_000 }],
    };
    const directory = join(folder().path, 'agent');
    await mkdir(directory);
    const models = JSON.stringify({ providers: { fake: provider } });
    await writeFile(join(directory, 'models.json'), models);
    const ports = ['PORT', 'ANALYSIS_PORT', 'WEBHOOK_SERVER_PORT', 'SESSIONINFO_PORT'];
    const running = program(words, {
      cwd: folder().path,
      environment: {
        ...Object.fromEntries([...ports, 'SIDECAR_PORT'].map((name) => [name, '0'])),
        ...more,
        ...{
          SIDECAR_DATA_DIR: directory,
          SIDECAR_KEY: 'the-planted-key',
          SCM_TOKEN: 'a-planted-token',
        },
      },
    });
    const line = await running.printed(/^agent listening on /);
    const send = http(line.slice(line.indexOf('http://')));
    // The service itself knows its variables.
    expect((await send({ path: '/sessions' })).status).toBe(401);
    const headers = { authorization: 'Bearer the-planted-key' };
    const body = { provider: 'fake', model: 'm', system_prompt: 'Terse.', tools: ['bash'] };
    const post = (path: string, sent: object) =>
      send({ method: 'POST', path, headers, body: sent });
    const { session_id } = (await post('/sessions', body)).json() as { session_id: string };
    const reply = await post(`/sessions/${session_id}/prompt`, { message: 'Look' });
    expect(reply.json()).toMatchObject({ text: 'Done.' });
    const [, sent = ''] = /^[^\n]*\n(.*)$/s.exec(model.requests.at(-1) ?? '') ?? [];
    expect(sent).toContain('the end');
    expect(sent).toContain('HOME=');
    // What only the system's libraries read (memory).
    expect(sent).toContain(shown);
    expect(sent).not.toContain('planted');
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });
});
