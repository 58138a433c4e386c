import { afterUserAction } from '#core/identity/pages/user-answers.ts';
import type { Done } from '#core/web/endpoints/form-endpoint.ts';
import type { AdminDone } from '../../projects/admin-action.ts';
import { doneUrl } from '../done.ts';

/** What an administrator without script reads when it is done. */
export function afterAdminAction(done: AdminDone): Done['page'] {
  switch (done.task) {
    case 'make-user':
    case 'new-key':
      return afterUserAction(done);
    case 'remove-user':
      return { path: doneUrl('/admin', 'removed', done.deleted) };
    default: {
      const { task, username, project, owner } = done;
      const page = `/projects/${encodeURIComponent(project)}?owner=${encodeURIComponent(owner)}`;
      return { path: doneUrl(page, task === 'let-in' ? 'let-in' : 'shut-out', username) };
    }
  }
}
