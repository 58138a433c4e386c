import { Failure } from '#core/platform/failure.ts';
import type { AdminDone } from '../../access/admin-action.ts';
import type { AdminView } from './admin.ts';
import type { Done } from '#core/web/form-endpoint.ts';
import type { Question } from '#core/web/frame.ts';
import { doneUrl } from '../done.ts';
import { newKey, removeUser } from '../questions.ts';

/** What an administrator without script reads when it is done. */
export function afterAdminAction(done: AdminDone): Done['page'] {
  const more = { what: 'the key', next: { url: '/admin', label: 'Back to the users' } };
  switch (done.task) {
    case 'make-user': {
      const { username: owner, api_key: secret } = done;
      return { secret: { heading: 'API key created', owner, secret, ...more } };
    }
    case 'new-key': {
      const { username: owner, new_api_key: secret } = done;
      return { secret: { heading: 'API key replaced', owner, secret, ...more } };
    }
    case 'remove-user':
      return { path: doneUrl('/admin', 'removed', done.deleted) };
    default: {
      const { task, username, project, owner } = done;
      const page = `/projects/${encodeURIComponent(project)}?owner=${encodeURIComponent(owner)}`;
      return { path: doneUrl(page, task === 'let-in' ? 'let-in' : 'shut-out', username) };
    }
  }
}

/** What is asked before what cannot be undone. */
export function adminQuestion(fields: Readonly<Record<string, string>>): Question | undefined {
  const { task, username = '' } = fields;
  if (task === 'new-key') return newKey(username);
  if (task === 'remove-user') return removeUser(username);
  return undefined;
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
): NonNullable<AdminView['refused']> {
  const problem = problemOf(failure);
  return { values, ...(problem === undefined ? { error: failure.message } : { problem }) };
}
