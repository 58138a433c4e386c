import type { AdminDone } from '../admin-action.ts';
import { keyPage } from './key-page.ts';
import type { PageFrame, Question } from './views.ts';
import { doneUrl } from './done.ts';

type Page = { readonly path: string } | { readonly document: string };

/** What an administrator without script reads when it is done. */
export function afterAdminAction(frame: PageFrame, done: AdminDone): Page {
  const next = { path: '/admin', label: 'Back to the users' };
  switch (done.task) {
    case 'make-user': {
      const { username, api_key: key } = done;
      return { document: keyPage({ ...frame, heading: 'A key was made', username, key, next }) };
    }
    case 'new-key': {
      const { username, new_api_key: key } = done;
      const heading = 'The key was replaced';
      return { document: keyPage({ ...frame, heading, username, key, next }) };
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
  if (task === 'new-key') return { ...newKey(username), back: '/admin' };
  if (task === 'remove-user') return { ...removeUser(username), back: '/admin' };
  return undefined;
}

export function newKey(username: string) {
  return {
    question: `Give ${username} a new key?`,
    text: 'The old key and all sessions end at once. The new key is shown once.',
    verb: 'Replace the key',
  };
}

export function removeUser(username: string) {
  return {
    question: `Remove ${username}?`,
    text: 'Their sessions, projects, sites and access go for good.',
    verb: 'Remove',
  };
}
