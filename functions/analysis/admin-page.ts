import { readAdmin } from '#core/analysis/pages/people/read-admin.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'Users and their keys',
  access: 'admin',
  replies: { 403: { description: 'For administrators only' } },
  async show({ platform, caller, frame }) {
    const [{ adminPage }, content] = await Promise.all([
      import('#core/analysis/pages/people/admin.ts'),
      readAdmin(platform, caller),
    ]);
    return adminPage({ ...frame, ...content });
  },
});
