import * as z from 'zod/mini';
import { page } from './page.ts';

export const handler = page({
  summary: 'Mentions of the caller, the caller’s browsers, and the channels of alerts',
  access: 'visitor',
  query: z.object({ tested: z.optional(z.string().check(z.maxLength(100))) }),
  async show({ platform, caller, query, frame }) {
    const [{ alertsPage }, { readAlerts }] = await Promise.all([
      import('#core/analysis/pages/alerts/alerts-page.ts'),
      import('#core/analysis/pages/alerts/read-alerts.ts'),
    ]);
    return alertsPage({ ...frame, ...query, ...(await readAlerts(platform, caller)) });
  },
});
