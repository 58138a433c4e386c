import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Handles a request: `send` forwards it; the caller gets whatever is thrown. */
export type Meddler = (call: number, send: () => Promise<unknown>) => Promise<unknown>;

/** A DynamoDB client whose requests, counted from 1, pass through the meddler. */
export function meddlingClient(
  client: () => Promise<DynamoDBClient>,
  meddle: Meddler,
): { client: () => Promise<DynamoDBClient>; readonly calls: () => number } {
  let calls = 0;
  const send = async (command: never) => {
    const real = await client();
    return meddle(++calls, () => real.send(command));
  };
  return { client: () => Promise.resolve({ send } as never), calls: () => calls };
}

export const faults = {
  /** Request number `at` never arrives, and the process is dead from then on. */
  'dies before':
    (at: number): Meddler =>
    (call, send) =>
      call < at ? send() : refuse(),
  /** Request number `at` is executed, and the process is dead from then on. */
  'dies after':
    (at: number): Meddler =>
    (call, send) =>
      call < at ? send() : call === at ? send().then(refuse, refuse) : refuse(),
  /** Request number `at` never arrives; later ones do. */
  'is cut off before':
    (at: number): Meddler =>
    (call, send) =>
      call === at ? refuse() : send(),
  /** Request number `at` is executed, and its reply is lost. */
  'is cut off after':
    (at: number): Meddler =>
    (call, send) =>
      call === at ? send().then(refuse, refuse) : send(),
};

/** Every request is sent twice, as the SDK does when the first reply is lost. */
export const twice: Meddler = async (_, send) => {
  await send().catch(() => undefined);
  return send().catch((error: Error & { $metadata?: { attempts?: number } }) => {
    throw Object.assign(error, { $metadata: { ...error.$metadata, attempts: 2 } });
  });
};

/** Holds request number `at` until it is released; `pass` if it never comes. */
export function standsStill(at: number) {
  const gate = Promise.withResolvers<void>();
  const stands = Promise.withResolvers<void>();
  const meddle: Meddler = async (call, send) => {
    if (call === at) {
      stands.resolve();
      await gate.promise;
    }
    return send();
  };
  return { meddle, reached: stands.promise, pass: stands.resolve, release: gate.resolve };
}

async function refuse(): Promise<never> {
  const error = new Error('the connection broke');
  throw Object.assign(error, { code: 'ECONNRESET', $metadata: { attempts: 1 } });
}
