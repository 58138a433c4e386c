import * as z from 'zod/mini';
import { pullPage, readPullPage } from '#core/logs/pages/flow/pull-page.ts';
import { page } from './page.ts';

export const handler = page({
  summary: 'What happened for a pull request: its deliveries and their outcome',
  access: 'viewer',
  params: z.object({ number: z.string().check(z.regex(/^\d{1,9}$/, 'must be a number')) }),
  replies: {
    404: { description: 'The log viewer is switched off, or knows no such pull request' },
  },
  async show({ platform, params, frame }) {
    return pullPage({ ...frame, ...(await readPullPage(platform, Number(params.number))) });
  },
});
