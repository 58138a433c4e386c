import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '#core/analysis/base/tables/job-tables.ts';
import { openAnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { startCuttingProxy } from '#test/support/http/cutting-proxy.ts';
import { program } from '#test/support/processes/program.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { adminKey, onLocal } from '#test/support/world.ts';

// The command line as a process.
describe('lantern analyze in a process', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const report =
    '<testsuite><testcase name="cart"><failure message="no bread"/></testcase></testsuite>';
  const answer = { text: '{"classification":"CODE ISSUE","details":"The test is old."}' };

  beforeAll(async () => {
    folder = await temporaryFolder();
    await writeFile(join(folder.path, 'report.xml'), report);
  });
  afterAll(() => folder?.remove());
  const opened = eachTest(() =>
    openAnalysisWorld(onLocal, { AI_PROVIDER: 'provider_a', AI_MODEL: 'm' }),
  );
  const environment = (server: string) => ({ LANTERN_SERVER: server, LANTERN_KEY: adminKey });
  const start = (words: string, server: string, typed?: string) =>
    program(['lantern.ts', ...words.split(' ')], {
      ...{ cwd: folder.path, environment: environment(server) },
      ...(typed !== undefined && { typed }),
    });

  it.each([
    [
      'the analysis continues, and the command says how to follow it',
      '',
      /lantern status job_\S+ --wait/,
    ],
    ['with --cancel-on-interrupt the analysis ends', ' --cancel-on-interrupt', /^Cancelled job_/m],
  ])('Ctrl-C: %s', async (_, option, message) => {
    const world = opened();
    world.say({ hang: true });
    const proxy = await startCuttingProxy(world.url);
    const running = start(`analyze report.xml${option}`, proxy.url);
    while (!proxy.seen().some((each) => each.endsWith('/progress'))) await proxy.arrival();
    await expect.poll(() => world.calls().length).toBe(1);
    running.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toMatch(message);
    const id = /job_[\w-]+/.exec(stderr)?.[0] ?? '';
    if (option === '') {
      expect((await world.job(id)).status).toMatch(/pending|running/);
      await world.send({ method: 'POST', path: `/results/${id}/cancel` });
    }
    expect((await world.ended(id)).error).toMatch(/^Analysis cancelled/);
    // The step at work looks every second.
    await world.clock.advance(1_000);
    await proxy.close();
  });

  it('goes on when the service restarts meanwhile', async () => {
    const world = opened();
    const gate = join(folder.path, 'restart.gate');
    world.say({ ...answer, gate });
    const proxy = await startCuttingProxy(world.url);
    const running = start('analyze report.xml --json', proxy.url);
    while (!proxy.seen().some((each) => each.endsWith('/progress'))) await proxy.arrival();
    proxy.cut();
    await proxy.arrival();
    proxy.fair();
    await writeFile(gate, '');
    const { code, stdout } = await running.ended;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { status: 'completed' }]);
    await proxy.close();
  });

  it('is the program of the package, and reads no .env of the folder', async () => {
    const world = opened();
    world.say(answer);
    await writeFile(
      join(folder.path, '.env'),
      'LANTERN_SERVER=http://127.0.0.1:1\nLANTERN_KEY=x\n',
    );
    const root = resolve(import.meta.dirname, '../../..');
    const { bin } = (await import('../../../package.json', { with: { type: 'json' } })).default;
    const env = { ...environment(world.url), HOME: folder.path, PATH: process.env['PATH'] ?? '' };
    const run = promisify(execFile);
    const words = ['analyze', 'report.xml', '--no-wait', '--json'];
    const options = { cwd: folder.path, env: { ...env, LANTERN_SERVER: world.url } };
    const { stdout } = await run(process.execPath, [join(root, bin.lantern), ...words], options);
    const { job_id } = JSON.parse(stdout) as { job_id: string };
    await world.ended(job_id);
    expect((await world.platform.records.get(jobs, { id: job_id }))?.created_by).toBe('admin');
    // Without a server of the environment the one of the file is not asked either.
    const { LANTERN_SERVER: _, ...without } = options.env;
    const local = { ...options, env: { ...without, ANALYSIS_PORT: '2' } };
    const refused = run(process.execPath, [join(root, bin.lantern), 'ai-configs'], local);
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr:
        'Error: Could not reach 127.0.0.1:2: connection refused. ' +
        'Run npm start to start the services of this folder, or choose another server with LANTERN_SERVER.\n',
    });
  });
});
