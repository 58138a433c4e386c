import { accessSync, constants } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeep } from '#test/support/level.ts';
import { MOTO_LAUNCHER } from './moto-launcher.ts';

export type Service = 's3' | 'sqs' | 'dynamodb';
type Endpoints = Record<Service, string>;

/** An AWS emulator. */
export interface Backend {
  readonly name: 'npm' | 'moto' | 'endpoint';
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

const FROM_NPM = { s3: 'fauxqs', sqs: 'fauxqs', dynamodb: 'dynalite' } as const;

/**
 * The backends for the AWS suites, best first: the endpoints in AWS_ENDPOINT_URL or
 * AWS_ENDPOINT_URL_S3, _SQS, _DYNAMODB, with npm's emulators for the rest; else the emulators from
 * npm and, in `npm run check:deep`, moto if it is installed.
 */
export function backends(): Backend[] {
  const given = endpointsFromEnvironment();
  if (Object.keys(given).length > 0) {
    return [
      {
        name: 'endpoint',
        services: { ...FROM_NPM, ...given },
      },
    ];
  }
  const npm: Backend = {
    name: 'npm',
    services: FROM_NPM,
  };
  return motoIsThere() ? [npm, moto] : [npm];
}

const moto: Backend = {
  name: 'moto',
  services: { s3: 'moto', sqs: 'moto', dynamodb: 'moto' },
};

export async function startEmulators(backend: Backend = npmOrGiven()): Promise<Emulators> {
  const given = backend.name === 'endpoint' ? endpointsFromEnvironment() : {};
  const complete = given.s3 && given.sqs && given.dynamodb;
  const child = complete
    ? undefined
    : await (backend.name === 'moto'
        ? launch('python3', ['-c', MOTO_LAUNCHER])
        : launch(process.execPath, [join(import.meta.dirname, 'emulator-process.ts')]));
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

function npmOrGiven(): Backend {
  return backends()[0] as Backend;
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

function motoIsThere(): boolean {
  if (!isDeep) return false;
  const onPath = (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, 'moto_server'), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!onPath) return false;
  const find = 'import importlib.util as u, sys; sys.exit(u.find_spec("moto") is None)';
  return spawnSync('python3', ['-c', find]).status === 0;
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
