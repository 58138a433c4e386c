import { afterAll, beforeAll, describe } from 'vitest';
import type { AwsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { ensureBucket } from '../../../scripts/emulators/ensure-bucket.ts';
import type { Backend, Emulators } from './emulators.ts';
import { chosenBackend, startEmulators } from './emulators.ts';

export interface OnBackend {
  readonly backend: Backend;
  /** For names of tables and queues: unique in every test file and every call. */
  readonly unique: () => string;
  /** Available while the tests run. */
  readonly clients: () => AwsClients;
  readonly endpoints: () => Emulators;
  readonly bucket: string;
}

/** Runs the cases on the emulators, with an empty bucket. */
export function onBackend(cases: (on: OnBackend) => void): void {
  describe(chosenBackend().name, () => cases(openBackend()));
}

/** Runs from the beforeAll to the afterAll of the surrounding describe or file. */
export function openBackend(): OnBackend {
  let emulators: Emulators | undefined;
  let clients: AwsClients | undefined;
  let count = 0;
  const file = `lantern-${process.pid}-${Date.now().toString(36)}`;

  beforeAll(async () => {
    emulators = await startEmulators();
    const { region, credentials } = emulators;
    // Emulators are slow on a busy machine and forget the token of a request that is sent again.
    const requestMilliseconds = 60_000;
    clients = awsClients({ region, credentials, endpoints: emulators, requestMilliseconds });
    await ensureBucket(await clients.s3(), file);
  });
  afterAll(async () => {
    await clients?.close();
    await emulators?.stop();
  });

  function running<T>(value: T | undefined): T {
    if (!value) throw new Error('the emulators run from beforeAll to afterAll');
    return value;
  }
  return {
    backend: chosenBackend(),
    bucket: file,
    unique: () => `${file}-${++count}`,
    clients: () => running(clients),
    endpoints: () => running(emulators),
  };
}
