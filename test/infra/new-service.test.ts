import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isDeep } from '#test/support/level.ts';
import { http } from '#test/support/http/http-client.ts';
import { program } from '#test/support/processes/program.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { installCommand, isPlatformInstalled } from '../../scripts/rollout/evaluate.ts';
import { root } from '../../scripts/program/run.ts';

const isInstalled = isPlatformInstalled();
if (!isInstalled) process.stdout.write(`The stack is not evaluated: run ${installCommand}\n`);
const ports = ['PORT', 'ANALYSIS_PORT', 'WEBHOOK_SERVER_PORT', 'SESSIONINFO_PORT', 'SIDECAR_PORT'];
const anyPort = Object.fromEntries([...ports, 'TOY_PORT'].map((name) => [name, '0']));

// The whole of what an engineer does: a folder, and a line in functions/manifest.ts.
describe('a service that is added as a folder', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const run = (script: string) =>
    program([join(folder.path, 'scripts', script)], { cwd: folder.path, environment: anyPort });

  beforeAll(async () => {
    folder = await temporaryFolder();
    for (const part of ['core', 'functions', 'infra', 'scripts', 'package.json', 'sst.config.ts']) {
      await cp(join(root, part), join(folder.path, part), { recursive: true });
    }
    for (const part of ['node_modules', '.sst']) {
      await symlink(join(root, part), join(folder.path, part));
    }
    const functions = join(folder.path, 'functions');
    await cp(join(root, 'test/support/jobs/toy-service'), join(functions, 'toy'), {
      recursive: true,
    });
    const manifest = await readFile(join(functions, 'manifest.ts'), 'utf8');
    const added = manifest.replace('services = { ', 'services = { toy, ');
    const line = "import { toy } from './toy/manifest.ts';\n";
    await writeFile(join(functions, 'manifest.ts'), line + added);
  });

  it('starts with the others, answers, and is shown by them', async () => {
    const running = run('start.ts');
    const urlOf = async (name: string) => {
      const line = await running.printed(new RegExp(`^${name} listening on `));
      return line.slice(line.indexOf('http://'));
    };
    const send = http(await urlOf('toy'));
    expect((await send({ path: '/hello/ada' })).json()).toEqual({ hello: 'ada' });
    expect((await send({ path: '/health' })).json()).toEqual({ status: 'ok' });
    expect((await send({ path: '/nowhere' })).status).toBe(404);
    const secrets = await readFile(join(folder.path, '.env'), 'utf8');
    const authorization = `Bearer ${/^ADMIN_KEY=(.*)$/m.exec(secrets)?.[1]}`;
    const home = await http(await urlOf('docs'))({ path: '/', headers: { authorization } });
    expect(home.text).toContain('Greets people');
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
  });

  it('is described', async () => {
    expect((await run('openapi.ts').ended).code).toBe(0);
    const file = join(folder.path, 'functions/toy/openapi.json');
    const document = JSON.parse(await readFile(file, 'utf8')) as Record<string, object>;
    expect(document).toMatchObject({ info: { title: 'Lantern toy' } });
    expect(Object.keys(document['paths'] ?? {})).toEqual(['/health', '/hello/{name}']);
  });

  it.runIf(isInstalled && isDeep)('is rolled out', async () => {
    const { stdout, stderr } = await run('rollout/table.ts').ended;
    const cells = (line = '') => line.split('|').map((cell) => cell.trim());
    const [head, , ...rows] = stdout.split('\n');
    const column = cells(head).indexOf('toy');
    const made = rows.map((row) => [cells(row)[1], cells(row)[column]]);
    expect(stderr).toBe('');
    // GET and HEAD of two routes, and $default.
    expect(Object.fromEntries(made)).toMatchObject({
      ...{ 'HTTP API': '1', route: '5', function: '3', 'DynamoDB table': '1', 'S3 bucket': '1' },
    });
  });
});
