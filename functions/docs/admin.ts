import * as z from 'zod/mini';
import { adminAction } from '#core/docs/projects/admin-action.ts';
import { afterAdminAction } from '#core/docs/pages/admin/admin-answers.ts';
import { doneNotice } from '#core/docs/pages/done.ts';
import { userRemoval } from '#core/docs/pages/questions.ts';
import { atUsername, refusedUser, userQuestion } from '#core/identity/pages/user-answers.ts';
import { form, page } from './page.ts';
import { doneQuery } from './project-route.ts';

export const show = page({
  summary: 'Show users, their keys, and who can read each project',
  access: 'admin',
  query: z.extend(doneQuery, { page: z.optional(z.string()) }),
  replies: { 403: { description: 'Administrators only' } },
  async show({ platform, caller, query, frame }) {
    const [{ adminPage }, { readAdmin }] = await Promise.all([
      import('#core/docs/pages/admin/admin.ts'),
      import('#core/docs/pages/admin/admin.ts'),
    ]);
    const content = await readAdmin(platform, caller);
    return adminPage({ ...frame, ...content, page: query.page, notice: doneNotice(query) });
  },
});

export const submit = form({
  summary: 'Submit a form of the admin page: users, keys and access',
  access: 'admin',
  replies: {
    200: { description: 'Done; a new key is shown once' },
    400: { description: 'A field is missing or invalid' },
    404: { description: 'No such user, or no such project of that owner' },
    409: { description: 'A generation of one of the user’s projects is running' },
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
