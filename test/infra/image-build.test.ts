import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventOf } from '#core/host/queues/queue-event.ts';
import { services } from '#functions/manifest.ts';
import { functionEnvironment, startRuntimeApi } from '#test/support/aws/lambda-runtime-api.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { buildImage, isImageWanted, type Image } from '#test/support/worker/image.ts';
import { done } from '#test/support/worker/sample-job.ts';
import { openWorkerWorld, sendWork } from '#test/support/worker/worker-world.ts';

const root = resolve(import.meta.dirname, '../..');
const minutes = 60_000;

describe.runIf(isImageWanted)('the worker image, built', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let image: Image;
  beforeAll(async () => {
    folder = await temporaryFolder();
    image = await buildImage(folder.path);
  }, 15 * minutes);
  afterAll(async () => {
    await image?.remove();
  }, 2 * minutes);

  it('says how it runs', async () => {
    expect(await image.config()).toMatchObject({
      User: 'node',
      WorkingDir: '/var/task',
      Entrypoint: ['/usr/bin/tini', '--'],
      Cmd: ['node', 'scripts/serve.ts', 'docs'],
      ExposedPorts: { '8000/tcp': {} },
    });
  });

  it('has the tools that its lock file pins, and one Node', async () => {
    const text = await readFile(join(root, 'functions/images/worker/tools/package.json'), 'utf8');
    const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
    expect(await image.run(['claude', '--version'])).toContain(
      dependencies['@anthropic-ai/claude-code'],
    );
    expect(await image.run(['gemini', '--version'])).toContain(dependencies['@google/gemini-cli']);
    expect(await image.run(['git', '--version'])).toMatch(/^git version/);
    expect(await image.run(['sh', '-c', 'command -v ssh'])).toContain('/ssh');
    // Where the rollout looks for them.
    const programs = ['/usr/bin/tini', '/opt/tools/node_modules/.bin/aws-lambda-ric'];
    expect(await image.run(['readlink', '-e', ...programs])).toContain('aws-lambda-ric');
    expect(await image.run(['which', '-a', 'node'])).toBe('/usr/local/bin/node');
  });

  it('works as an ordinary user, who may write where data goes and not to the program', async () => {
    expect(await image.run(['id', '-un'])).toBe('node');
    const writable =
      'for f in /data /tmp "$HOME" /var/task /opt; do test -w $f && echo $f; done; true';
    expect(await image.run(['sh', '-c', writable])).toBe('/data\n/tmp\n/home/node');
  });

  it('holds the program, and neither its tests nor what lies beside it', async () => {
    const found = await image.run(['sh', '-c', 'ls -A /var/task && ls -A /opt/extra']);
    const program = ['assets', 'core', 'functions', 'node_modules', 'package.json', 'scripts'];
    expect(found.split('\n')).toEqual([...program, 'README.md']);
    expect(await image.run(['ls', 'node_modules'])).not.toContain('vitest');
    expect(await image.run(['cat', 'assets/manifest.json'])).toContain('web/page.css');
  });

  it('serves', async () => {
    const words = ['npm', 'run', '--silent', 'serve', '--', 'docs'];
    const serving = image.start(words, { ADMIN_KEY: 'sixteen-or-more!', PORT: '0' });
    const port = await serving.printed(/^docs listening on http:\/\/0\.0\.0\.0:(\d+)$/m);
    const reply = await fetch(`http://127.0.0.1:${port}/health`);
    expect([reply.status, await reply.json()]).toEqual([200, { status: 'ok' }]);
    expect(await serving.stop()).toBe(0);
  });

  onBackend((on) => {
    it('handles an event of SQS in the runtime client of Lambda', async () => {
      await image.copy(join(root, 'test/support/worker'), '/var/task/test/support/worker');
      const shim = join(folder.path, 'lambda.mjs');
      await writeFile(shim, "export { handler } from './lambda.ts';\n");
      await image.copy(shim, '/var/task/test/support/worker/lambda.mjs');
      const world = await openWorkerWorld(on);
      const api = await startRuntimeApi();
      const running = image.start(['aws-lambda-ric'], {
        ...world.endpoints,
        ...world.deployment,
        ...functionEnvironment('test/support/worker/lambda.handler', api.address),
        ...{ LANTERN_JOB: 'sample/work', HOME: '/tmp' },
      });
      await sendWork(world.platform, { id: 'a', text: 'four' });
      const bad = await sendWork(world.platform, { id: 'b', text: '', how: 'badly' });
      const messages = [...(await world.receive())];
      while (messages.length < 2) messages.push(...(await world.receive()));
      const { kind, body } = await api.invoke(eventOf(messages));
      expect([kind, body]).toEqual(['response', { batchItemFailures: [{ itemIdentifier: bad }] }]);
      expect(await world.platform.records.get(done, { id: 'a' })).toMatchObject({ length: 4 });
      await running.stop();
    });

    const jobs = Object.entries(services).flatMap(([service, { jobs: all }]) =>
      all.filter(({ runsOn }) => runsOn === 'worker').map(({ queue }) => `${service}/${queue}`),
    );
    it.each(jobs)('is ready for %s', async (job) => {
      const world = await openWorkerWorld(on);
      const api = await startRuntimeApi();
      const running = image.start(['aws-lambda-ric'], {
        ...world.endpoints,
        ...world.deployment,
        ...nameless(functionEnvironment('', api.address)),
        ...{ LANTERN_JOB: job, HOME: '/tmp' },
      });
      const { kind, body } = await api.invoke(eventOf([]));
      expect([kind, body]).toEqual(['response', { batchItemFailures: [] }]);
      await running.stop();
    });

    it('tells Lambda in one line that its job is unknown', async () => {
      const api = await startRuntimeApi();
      const running = image.start(['aws-lambda-ric'], {
        ...nameless(functionEnvironment('', api.address)),
        ...{ LANTERN_JOB: 'docs/nothing', HOME: '/tmp' },
      });
      const { kind, body } = await api.invoke(eventOf([]));
      const { errorMessage } = body as { errorMessage: string };
      expect([kind, errorMessage]).toEqual([
        'init-error',
        expect.stringMatching(/^LANTERN_JOB names no job/),
      ]);
      await running.ended;
    });
  });
});

/** The handler's name is the image's own. */
function nameless({ _HANDLER, ...rest }: Record<string, string>): Record<string, string> {
  return rest;
}
