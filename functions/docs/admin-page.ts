import { readAdmin } from '#core/docs/pages/admin/read-admin.ts';
import { adminPage } from '#core/docs/pages/admin/admin.ts';
import { doneNotice } from '#core/docs/pages/done.ts';
import { page } from './page.ts';
import { doneQuery } from './project-route.ts';

export const handler = page({
  summary: 'Users, their keys, and who may read which project',
  access: 'admin',
  query: doneQuery,
  replies: { 403: { description: 'For administrators only' } },
  async show({ platform, caller, query, frame }) {
    const content = await readAdmin(platform, caller);
    return adminPage({ ...frame, ...content, notice: doneNotice(query) });
  },
});
