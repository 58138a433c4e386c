import { readAdmin } from '#core/analysis/pages/admin/read-admin.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'Users and their keys',
  access: 'admin',
  replies: { 403: { description: 'For administrators only' } },
  async show({ platform, caller, frame }) {
    const [{ adminPage }, content] = await Promise.all([
      import('#core/analysis/pages/admin/admin.ts'),
      readAdmin(platform, caller),
    ]);
    return adminPage({ ...frame, ...content });
  },
});
