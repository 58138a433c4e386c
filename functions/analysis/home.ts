import * as z from 'zod/mini';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { page } from './page.ts';

const text = z.optional(z.string());

export const handler = page({
  summary: 'The analyses, what runs, what fails over time, and the form that starts one',
  access: 'visitor',
  query: z.object({
    ...{ q: text, status: text, class: text, job: text, page: text },
    ...{ team: text, tier: text, version: text, label: text },
    part: z.optional(z.enum(['jobs'])),
  }),
  async show({ platform, request, query, frame }) {
    const [{ dashboardPage }, { readDashboard, readStart }] = await Promise.all([
      import('#core/analysis/pages/dashboard/dashboard.ts'),
      import('#core/analysis/pages/dashboard/read-dashboard.ts'),
    ]);
    const [content, start] = await Promise.all([
      readDashboard(platform, query),
      readStart(platform, baseUrlOf(request)),
    ]);
    return dashboardPage({ ...frame, ...content, start });
  },
});
