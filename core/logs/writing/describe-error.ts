import type { StepRecord } from '../../platform/ports/logs.ts';

export type StepError = NonNullable<StepRecord['error']>;

/** A failure that the interface names, such as `RepositoryNotFoundInConfigError`, is of that type. */
export function describeError(error: unknown): StepError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: String(error), traceback: '' };
  }
  const code = 'code' in error ? String(error.code) : '';
  const type = /^[A-Z]\w*Error$/.test(code) ? code : error.name;
  return { type, message: error.message, traceback: error.stack ?? '' };
}
