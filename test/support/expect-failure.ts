import { expect } from 'vitest';
import { Failure, type FailureKind } from '#core/platform/failure.ts';

/** Expects that the promise rejects with this Failure. */
export async function expectFailure(
  promise: Promise<unknown>,
  kind: FailureKind,
  code?: string,
): Promise<Failure> {
  const error = await promise.then(
    (value) => new Error(`expected a Failure, got ${JSON.stringify(value)?.slice(0, 200)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw error;
  expect({ kind: error.kind, code: error.code }).toEqual({ kind, code: code ?? error.code });
  return error;
}

/** The results of a race: the values of the winners and `kind code` of the others, sorted. */
export async function outcomes<T>(racers: readonly Promise<T>[]) {
  const won: T[] = [];
  const lost: string[] = [];
  for (const result of await Promise.allSettled(racers)) {
    if (result.status === 'fulfilled') won.push(result.value);
    else if (result.reason instanceof Failure)
      lost.push(`${result.reason.kind} ${result.reason.code}`);
    else throw result.reason;
  }
  return { won, lost: lost.sort() };
}
