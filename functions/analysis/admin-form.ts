import { adminAction, userRemoval } from '#core/analysis/people/admin-action.ts';
import { readAdmin } from '#core/analysis/pages/admin/read-admin.ts';
import {
  afterUserAction,
  atUsername,
  refusedUser,
  userQuestion,
} from '#core/identity/pages/user-answers.ts';
import { form } from './form.ts';

export const handler = form({
  summary: 'The forms of the administrators: users, roles and keys',
  access: 'admin',
  replies: {
    200: { description: 'Done; of a new key the key, shown once' },
    400: { description: 'A field is missing or cannot be taken' },
    404: { description: 'No such user' },
  },
  question: ({ body }) => userQuestion(body, userRemoval),
  async act({ platform, caller, body }) {
    const data = await adminAction(platform, caller, body);
    const page = data.task === 'remove-user' ? { path: '/admin' } : afterUserAction(data);
    return { status: 200, data, page };
  },
  atField: atUsername,
  async again({ platform, caller, body, frame }, failure) {
    if (body['task'] !== 'make-user') return undefined;
    const { adminPage } = await import('#core/analysis/pages/admin/admin.ts');
    const content = await readAdmin(platform, caller);
    return adminPage({ ...frame, ...content, refused: refusedUser(body, failure) });
  },
});
