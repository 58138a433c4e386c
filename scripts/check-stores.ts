// Runs the contracts of stores on real ones: records, feeds and secrets on AWS's own DynamoDB Local,
// and blobs on Ceph's gateway. .ci/run fetches both; what is not here is named, and is no failure.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#test/support/free-port.ts';
import { run } from './program/run.ts';

const dynamoDb = 'node_modules/.cache/dynamodb-local';
const suites = ['records', 'records-versions', 'records-races', 'feed', 'feed-dynamodb', 'secrets'];
const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

process.exitCode = (await onDynamoDbLocal()) || (await onCeph());

async function onDynamoDbLocal(): Promise<number> {
  if (!existsSync(`${dynamoDb}/DynamoDBLocal.jar`) || !has('java', '-version')) {
    console.log('DynamoDB Local is not here: .ci/run fetches it where Java is installed');
    return 0;
  }
  const port = await freePort();
  const options = ['-Djava.library.path=DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar'];
  const server = spawn(
    'java',
    [...options, '-inMemory', '-disableTelemetry', '-port', String(port)],
    { cwd: dynamoDb, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const url = `http://127.0.0.1:${port}`;
  await answering(url, server);
  const code = await run('vitest', ['run', ...suites.map(fileOf)], {
    AWS_ENDPOINT_URL_DYNAMODB: url,
  });
  server.kill('SIGKILL');
  return code;
}

/** A monitor, a store in memory and the gateway, without authentication between them. */
async function onCeph(): Promise<number> {
  if (!['ceph-mon', 'ceph-osd', 'radosgw'].every((name) => has(name, '--version'))) {
    console.log('Ceph is not here: .ci/run installs ceph-mon, ceph-osd, ceph-common and radosgw');
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'lantern-ceph-'));
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
  const [id, disk] = [crypto.randomUUID(), crypto.randomUUID()];
  const monitor = `v1:127.0.0.1:${await freePort()}`;
  const port = await freePort();
  const settings = `[global]
fsid = ${id}
monmap = ${folder}/map
mon_data = ${folder}/mon
ms_bind_msgr2 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
osd_data = ${folder}/osd
osd_objectstore = memstore
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${port}
log_file = /dev/null
run_dir = ${folder}
admin_socket = ${folder}/$name.asok
`;
  const file = join(folder, 'ceph.conf');
  writeFileSync(file, settings);
  const running: ChildProcess[] = [];
  const start = (name: string, ...words: string[]) => {
    const child = spawn(name, ['-c', file, ...words, '-f'], { stdio: 'ignore' });
    running.push(child);
    return child;
  };
  try {
    const map = join(folder, 'map');
    once('monmaptool', '--create', '--fsid', id, '--addv', 'a', `[${monitor}]`, map);
    once('ceph-mon', '-c', file, '--mkfs', '-i', 'a', '--monmap', map);
    start('ceph-mon', '-i', 'a');
    once('ceph', '-c', file, 'osd', 'create', disk);
    once('ceph-osd', '-c', file, '-i', '0', '--mkfs', '--osd-uuid', disk);
    start('ceph-osd', '-i', '0');
    for (let tries = 200; !once('ceph', '-c', file, 'osd', 'stat').includes(' 1 up'); tries -= 1) {
      if (tries === 0) throw new Error('The store of Ceph does not start');
      await pause(100);
    }
    const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret } = credentials;
    const user = ['--uid=test', '--display-name=test', `--access-key=${key}`];
    once('radosgw-admin', '-c', file, 'user', 'create', ...user, `--secret-key=${secret}`);
    const url = `http://127.0.0.1:${port}`;
    await answering(url, start('radosgw', '-n', 'client.rgw'));
    const variables = { ...credentials, AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL_S3: url };
    return await run('vitest', ['run', fileOf('blobs')], variables);
  } finally {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function fileOf(suite: string): string {
  return `test/contract/${suite}.aws.test.ts`;
}

function has(program: string, word: string): boolean {
  return spawnSync(program, [word]).status === 0;
}

function once(program: string, ...words: string[]): string {
  const options = { timeout: 60_000, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(program, words, options);
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (server.exitCode === null && !(await answers())) await pause(100);
}
