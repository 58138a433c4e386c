import { Failure } from '#core/platform/failure.ts';
import type { RefusedUser } from './users.ts';

const userProblems: Readonly<Record<string, string>> = {
  missing_username: 'Enter a username.',
  invalid_username:
    'Use 2 to 50 letters, digits, dots, underscores and hyphens, beginning with a letter or digit.',
  reserved_username: 'This username belongs to the built-in administrator. Choose another.',
  user_exists: 'This username is taken. Choose another.',
};

function problemOf({ code, message }: Failure): string | undefined {
  return code === 'same_folder' ? message : userProblems[code];
}

/** A refused username at its field, for scripts. */
export function atUsername(failure: Failure): Failure {
  const problem = problemOf(failure);
  if (problem === undefined) return failure;
  return new Failure(failure.kind, failure.code, `username: ${problem}`);
}

/** The form as it was sent without script, and what was wrong. */
export function refusedUser(
  values: Readonly<Record<string, string>>,
  failure: Failure,
): RefusedUser {
  const problem = problemOf(failure);
  return { values, ...(problem === undefined ? { error: failure.message } : { problem }) };
}
