import { expect } from 'vitest';
import { Failure, type FailureKind } from '#core/platform/failure.ts';

/** The Failure that the promise rejects with, checked for its kind and code. */
export async function failureOf(
  promise: Promise<unknown>,
  kind: FailureKind,
  code?: string,
): Promise<Failure> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  expect(outcome).toHaveProperty('error');
  const error = 'error' in outcome ? outcome.error : undefined;
  expect(error).toBeInstanceOf(Failure);
  const failure = error as Failure;
  expect({ kind: failure.kind, code: failure.code }).toEqual({ kind, code: code ?? failure.code });
  return failure;
}
