import * as z from 'zod/mini';
import { jobParams } from './job-route.ts';
import { page } from './page.ts';

const text = z.optional(z.string());

export const handler = page({
  summary: 'Writes the text of an issue about a cause, to be changed and filed',
  access: 'visitor',
  params: jobParams,
  query: z.object({ group: text, target: text, project: text, links: text }),
  replies: {
    202: { description: 'The analysis has not ended yet' },
    404: { description: 'No such job or cause' },
    409: { description: 'The analysis failed' },
  },
  async show({ platform, caller, params, query, frame }) {
    const { issuePage } = await import('#core/analysis/pages/issue/issue-page.ts');
    const { readIssuePage } = await import('#core/analysis/pages/issue/read-issue-page.ts');
    return issuePage({
      ...frame,
      ...(await readIssuePage(platform, caller, params.job_id, query)),
    });
  },
});
