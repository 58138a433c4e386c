import type { AdminDone } from '../../access/admin-action.ts';
import type { Done } from '#core/web/form-endpoint.ts';
import type { Question } from '#core/web/frame.ts';
import { newKey, removeUser } from '#core/identity/pages/user-questions.ts';
import { doneUrl } from '../done.ts';
import { userRemoval } from './admin.ts';

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
  if (task === 'remove-user') return removeUser(username, userRemoval);
  return undefined;
}
