import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Service = 's3' | 'sqs' | 'dynamodb';
type Endpoints = Record<Service, string>;

/** An AWS emulator. */
export interface Backend {
  readonly name: 'npm' | 'endpoint';
  /** The emulator of each service, for the test's title. */
  readonly services: Readonly<Record<Service, string>>;
}

export interface Emulators extends Endpoints {
  readonly backend: Readonly<Record<Service, string>>;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /**
   * Stops the emulators that were started here, not those of the environment. Repeated: nothing.
   */
  stop(): Promise<void>;
}

const fromNpm = { s3: 'fauxqs', sqs: 'fauxqs', dynamodb: 'dynalite' } as const;

/** The emulators from npm, unless AWS_ENDPOINT_URL or AWS_ENDPOINT_URL_S3, _SQS, _DYNAMODB names
 * others. */
export function chosenBackend(): Backend {
  const given = endpointsFromEnvironment();
  const name = Object.keys(given).length > 0 ? 'endpoint' : 'npm';
  return { name, services: { ...fromNpm, ...given } };
}

export async function startEmulators(): Promise<Emulators> {
  const backend = chosenBackend();
  const given = endpointsFromEnvironment();
  const complete = given.s3 && given.sqs && given.dynamodb;
  const child = complete
    ? undefined
    : await launch(process.execPath, [join(import.meta.dirname, 'emulator-process.ts')]);
  return {
    ...({ ...child?.endpoints, ...given } as Endpoints),
    backend: backend.services,
    region: process.env['AWS_REGION'] ?? 'us-east-1',
    credentials: {
      accessKeyId: process.env['AWS_ACCESS_KEY_ID'] ?? 'test',
      secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY'] ?? 'test',
    },
    stop: async () => child?.stop(),
  };
}

function endpointsFromEnvironment(): Partial<Endpoints> {
  const endpoints: Partial<Endpoints> = {};
  for (const service of ['s3', 'sqs', 'dynamodb'] as const) {
    const url =
      process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ?? process.env['AWS_ENDPOINT_URL'];
    if (url) endpoints[service] = url;
  }
  return endpoints;
}

/** Waits for the one JSON line of endpoints. The child ends when its standard input closes. */
async function launch(command: string, args: string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let complaint = '';
  child.stderr.on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2_000)),
  );
  child.on('error', (error) => (complaint += error.message));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue;
    child.stdout.resume();
    return {
      endpoints: JSON.parse(line) as Endpoints,
      async stop() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error(`${command} did not start: ${complaint}`);
}
