import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { queueOf } from '#core/host/queues/queue-of.ts';
import { ensureBucket } from '../../../scripts/emulators/ensure-bucket.ts';
import { ensureQueues } from '../../../scripts/emulators/ensure-queues.ts';
import { openAws } from '#core/home/open-aws.ts';
import type { Message } from '#core/platform/ports/queue.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { atEnd } from '#test/support/at-end.ts';
import { freshTable } from '#test/support/emulators/fresh-table.ts';
import { functionEnvironment, startRuntimeApi } from '#test/support/aws/lambda-runtime-api.ts';
import type { OnBackend } from '#test/support/emulators/on-backend.ts';
import { sampleDefinition } from './sample-job.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Output and end of a process of the image. */
export interface Process {
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** Resolves with the match on standard output, rejects when the program ends first. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  kill(signal: NodeJS.Signals): void;
}

/** A deployment on emulators: its resources, and the variables of its functions and tasks. */
export async function openWorkerWorld(on: OnBackend) {
  const clients = on.clients();
  const { region, credentials, s3, sqs, dynamodb } = on.endpoints();
  const queues = [queueOf(sampleDefinition)];
  const made = await ensureQueues(await clients.sqs(), queues, `${on.unique()}-`);
  // AWS SDKs call the host of the queue's URL; the emulator's names no host.
  const urls = Object.fromEntries(
    Object.entries(made).map(([name, url]) => [name, new URL(new URL(url).pathname, sqs).href]),
  );
  const bucket = on.unique();
  await ensureBucket(await clients.s3(), bucket);
  const deployment: Record<string, string> = {
    LANTERN_SERVICE: 'sample',
    LANTERN_TABLE: await freshTable(on),
    LANTERN_BUCKET: bucket,
    LANTERN_QUEUES: JSON.stringify(urls),
  };
  const endpoints: Record<string, string> = {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...{ AWS_ENDPOINT_URL_S3: s3, AWS_ENDPOINT_URL_SQS: sqs, AWS_ENDPOINT_URL_DYNAMODB: dynamodb },
  };
  const platform = openAws({
    environment: deployment,
    clients: { ...clients, close: async () => {} },
    writeLog: () => {},
  });
  atEnd(() => platform.close());

  function run(words: readonly string[], environment: Record<string, string>): Process {
    const [script = '', ...rest] = words;
    const child = spawn(process.execPath, [resolve(root, script), ...rest], {
      // Without the .env that npm start writes beside the program.
      cwd: import.meta.dirname,
      env: { PATH: process.env['PATH'], ...endpoints, ...deployment, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ends with the test even if the test stopped waiting for it.
      timeout: 170_000,
      killSignal: 'SIGKILL',
    });
    const said = { stdout: '', stderr: '' };
    const waiting = new Set<() => void>();
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (bytes: Buffer) => {
        said[stream] += bytes.toString();
        waiting.forEach((look) => look());
      });
    }
    const closed = once(child, 'close') as Promise<[number | null]>;
    atEnd(async () => {
      child.kill('SIGKILL');
      await closed;
    });
    return {
      ended: closed.then(([code]) => ({ code, ...said })),
      printed: (pattern) =>
        new Promise((found, failed) => {
          const look = () => {
            const match = pattern.exec(said.stdout);
            if (match) found(match[0]);
          };
          waiting.add(look);
          look();
          void closed.then(() => failed(new Error(`it ended: ${said.stdout}${said.stderr}`)));
        }),
      kill: (signal) => void child.kill(signal),
    };
  }

  return {
    platform,
    deployment,
    endpoints,
    run,

    /** A function with the replacement of the runtime client. */
    startFunction: async (handler: string, environment: Record<string, string> = {}) => {
      const api = await startRuntimeApi();
      const process = run([resolve(import.meta.dirname, '../aws/lambda-runtime-client.ts')], {
        ...functionEnvironment(handler, api.address),
        LAMBDA_TASK_ROOT: root,
        ...environment,
      });
      return { invoke: api.invoke, process };
    },

    receive: (queue = 'work'): Promise<readonly Message[]> =>
      platform.queue.receive(queue, { max: 10, waitSeconds: 10 }),
  };
}

export async function sendWork(platform: Platform, work: Record<string, unknown>): Promise<string> {
  return (await platform.queue.send('work', JSON.stringify(work))).id;
}
