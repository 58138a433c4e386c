import { Failure } from '#core/platform/failure.ts';
import type { Done } from '#core/web/endpoints/form-endpoint.ts';
import type { Question } from '#core/web/frame.ts';
import { newKey, removeUser } from './user-questions.ts';
import type { RefusedUser } from './users.ts';

/** What a form of the administrators has done. */
export type UserDone =
  | { readonly task: 'make-user'; username: string; api_key: string; role: string }
  | { readonly task: 'new-key'; username: string; new_api_key: string }
  | { readonly task: 'change-role'; username: string; api_key?: string; role: string };

/** What an administrator without script reads when it is done. */
export function afterUserAction(done: UserDone): Done['page'] {
  const { task, username: owner } = done;
  const more = { owner, what: 'the key', next: { url: '/admin', label: 'Back to the users' } };
  if (task === 'new-key') {
    return { secret: { heading: 'API key replaced', secret: done.new_api_key, ...more } };
  }
  if (done.api_key === undefined) return { path: '/admin' };
  return { secret: { heading: 'API key created', secret: done.api_key, ...more } };
}

/** What is asked before what cannot be undone. */
export function userQuestion(
  { task, username = '' }: Readonly<Record<string, string>>,
  removal: string,
): Question | undefined {
  if (task === 'new-key') return newKey(username);
  return task === 'remove-user' ? removeUser(username, removal) : undefined;
}

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
