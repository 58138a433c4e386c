import * as z from 'zod/mini';
import { readSettings } from '#core/analysis/pages/people/read-settings.ts';
import { settingsPage } from '#core/analysis/pages/people/settings.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'The caller’s name and tokens, and what the server is configured to do',
  access: 'visitor',
  query: z.object({ accepted: z.optional(z.string()) }),
  async show({ platform, caller, query: { accepted }, frame }) {
    return settingsPage({ ...frame, ...(await readSettings(platform, caller)), accepted });
  },
});
