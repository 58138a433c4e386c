import { Failure } from '#core/platform/failure.ts';

/** The message says what is wrong with which rule. */
export function badRules(message: string): Failure {
  return new Failure('unprocessable', 'bad_rules', message);
}
