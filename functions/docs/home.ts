import * as z from 'zod/mini';
import { readDashboard } from '#core/docs/pages/dashboard/read-dashboard.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'The projects, what is being generated, and the services beside this one',
  access: 'known',
  query: z.object({
    part: z.optional(z.enum(['projects', 'services'])),
    q: z.optional(z.string()),
    status: z.optional(z.string()),
    page: z.optional(z.string()),
    seen: z.optional(z.string()),
  }),
  async show({ platform, request, caller, query, frame }) {
    const [{ dashboardPage }, content] = await Promise.all([
      import('#core/docs/pages/dashboard/dashboard.ts'),
      readDashboard(platform, caller, query),
    ]);
    return dashboardPage({ ...frame, ...content, baseUrl: baseUrlOf(request) });
  },
});
