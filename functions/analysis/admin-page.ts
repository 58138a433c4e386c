import * as z from 'zod/mini';
import { readAdmin } from '#core/analysis/pages/people/read-admin.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'Users, their keys, and what the models have used',
  access: 'admin',
  query: z.object({ group: z.optional(z.enum(['model', 'provider', 'day', 'job'])) }),
  replies: { 403: { description: 'For administrators only' } },
  async show({ platform, caller, query, frame }) {
    const [{ adminPage }, content] = await Promise.all([
      import('#core/analysis/pages/people/admin.ts'),
      readAdmin(platform, caller, query.group),
    ]);
    return adminPage({ ...frame, ...content });
  },
});
