import * as z from 'zod/mini';
import { page } from './page.ts';

export const handler = page({
  summary: 'The caller’s name and tokens, and what the server is configured to do',
  access: 'visitor',
  query: z.object({ accepted: z.optional(z.string()) }),
  async show({ platform, caller, query: { accepted }, frame }) {
    const { settingsPage } = await import('#core/analysis/pages/settings/settings.ts');
    const { readSettings } = await import('#core/analysis/pages/settings/read-settings.ts');
    return settingsPage({ ...frame, ...(await readSettings(platform, caller)), accepted });
  },
});
