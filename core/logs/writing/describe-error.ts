import type { StepRecord } from '../../platform/ports/logs.ts';

export type StepError = NonNullable<StepRecord['error']>;

/** `RepositoryNotFoundInConfigError: Repository not found in configuration`; a type that says nothing
 * is left out. */
export function titled({ type, message }: StepError): string {
  return /^[A-Z]\w+Error$/.test(type) ? `${type}: ${message}` : message;
}

/** A failure that the interface names, such as `RepositoryNotFoundInConfigError`, is of that type. */
export function describeError(error: unknown): StepError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: String(error), traceback: '' };
  }
  const code = 'code' in error ? String(error.code) : '';
  const type = /^[A-Z]\w*Error$/.test(code) ? code : error.name;
  return { type, message: error.message, traceback: error.stack ?? '' };
}
