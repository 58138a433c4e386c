import { adminAction } from '#core/docs/projects/admin-action.ts';
import { afterAdminAction } from '#core/docs/pages/admin/admin-answers.ts';
import { doneNotice } from '#core/docs/pages/done.ts';
import { userRemoval } from '#core/docs/pages/questions.ts';
import { atUsername, refusedUser, userQuestion } from '#core/identity/pages/user-answers.ts';
import { form, page } from './page.ts';
import { doneQuery } from './project-route.ts';

export const show = page({
  summary: 'Users, their keys, and who may read which project',
  access: 'admin',
  query: doneQuery,
  replies: { 403: { description: 'For administrators only' } },
  async show({ platform, caller, query, frame }) {
    const [{ adminPage }, { readAdmin }] = await Promise.all([
      import('#core/docs/pages/admin/admin.ts'),
      import('#core/docs/pages/admin/admin.ts'),
    ]);
    const content = await readAdmin(platform, caller);
    return adminPage({ ...frame, ...content, notice: doneNotice(query) });
  },
});

export const submit = form({
  summary: 'The forms of the administrators: users, their keys, and who may read what',
  access: 'admin',
  replies: {
    200: { description: 'Done; of a new key the key, shown once' },
    400: { description: 'A field is missing or cannot be taken' },
    404: { description: 'No such user, or no such project of that owner' },
    409: { description: 'A project of the user is being generated' },
  },
  question: ({ body }) => userQuestion(body, userRemoval),
  async act({ platform, caller, body }) {
    const data = await adminAction(platform, caller, body);
    return { status: 200, data, page: afterAdminAction(data) };
  },
  atField: atUsername,
  async again({ platform, caller, body, frame }, failure) {
    if (body['task'] !== 'make-user') return undefined;
    const [{ adminPage }, { readAdmin }] = await Promise.all([
      import('#core/docs/pages/admin/admin.ts'),
      import('#core/docs/pages/admin/admin.ts'),
    ]);
    const content = await readAdmin(platform, caller);
    return adminPage({ ...frame, ...content, refused: refusedUser(body, failure) });
  },
});
