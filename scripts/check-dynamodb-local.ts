// Runs the contracts that rest on DynamoDB's transactions and conditions on AWS's own DynamoDB
// Local. .ci/run fetches it; without it, or without Java, this says so and succeeds.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from './program/run.ts';

const folder = 'node_modules/.cache/dynamodb-local';
const suites = ['records', 'records-versions', 'records-races', 'feed', 'feed-dynamodb', 'secrets'];

process.exitCode = await check();

async function check(): Promise<number> {
  if (!existsSync(`${folder}/DynamoDBLocal.jar`) || spawnSync('java', ['-version']).status !== 0) {
    console.log('DynamoDB Local is not here: .ci/run fetches it where Java is installed');
    return 0;
  }
  const port = await freePort();
  const options = ['-Djava.library.path=DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar'];
  const server = spawn(
    'java',
    [...options, '-inMemory', '-disableTelemetry', '-port', String(port)],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const url = `http://127.0.0.1:${port}`;
  while (server.exitCode === null && !(await answers(url))) await pause(100);
  const files = suites.map((name) => `test/contract/${name}.aws.test.ts`);
  const code = await run('vitest', ['run', ...files], { AWS_ENDPOINT_URL_DYNAMODB: url });
  server.kill('SIGKILL');
  return code;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
