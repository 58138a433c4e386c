import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Stands before a request: `send` lets it through; whatever is thrown is what the caller sees. */
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
  /** The request number `at` never arrives, and the process is dead from then on. */
  'dies before':
    (at: number): Meddler =>
    (call, send) =>
      call < at ? send() : refuse(),
  /** The request number `at` is carried out, and the process is dead from then on. */
  'dies after':
    (at: number): Meddler =>
    (call, send) =>
      call < at ? send() : call === at ? send().then(refuse, refuse) : refuse(),
  /** The request number `at` never arrives; the next ones do. */
  'is cut off before':
    (at: number): Meddler =>
    (call, send) =>
      call === at ? refuse() : send(),
  /** The request number `at` is carried out, and its answer is lost. */
  'is cut off after':
    (at: number): Meddler =>
    (call, send) =>
      call === at ? send().then(refuse, refuse) : send(),
};

/** Every request is sent twice, as the SDK does when the first answer is lost. */
export const twice: Meddler = async (_, send) => {
  await send().catch(() => undefined);
  return send().catch((error: Error & { $metadata?: { attempts?: number } }) => {
    throw Object.assign(error, { $metadata: { ...error.$metadata, attempts: 2 } });
  });
};

/** Holds the request number `at` until it is released; `pass` when it never comes. */
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
