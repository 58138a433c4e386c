import * as z from 'zod/mini';
import { readTestHistory } from '#core/analysis/results/history/test-history.ts';
import { testPage } from '#core/analysis/pages/test/test-page.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'When and how a test failed',
  access: 'visitor',
  params: z.object({ name: z.string() }),
  async show({ platform, params, frame }) {
    const history = await readTestHistory(platform, params.name, { limit: 60 });
    return testPage({ ...frame, history });
  },
});
