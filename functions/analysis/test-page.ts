import * as z from 'zod/mini';
import { readTestHistory } from '#core/analysis/history/test-history.ts';
import { testPage } from '#core/analysis/pages/history/test-page.ts';
import { byAccept } from '#core/web/by-accept.ts';
import { test as program } from './history.ts';
import { page } from './page.ts';

const shown = page({
  summary: 'When and how a test failed',
  access: 'visitor',
  params: z.object({ name: z.string() }),
  async show({ platform, params, frame }) {
    const history = await readTestHistory(platform, params.name, { limit: 60 });
    return testPage({ ...frame, history });
  },
});

export const handler = byAccept(shown, program);
