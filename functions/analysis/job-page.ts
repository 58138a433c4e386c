import * as z from 'zod/mini';
import { jobPage } from '#core/analysis/pages/job/job-page.ts';
import { readJobPage } from '#core/analysis/pages/job/read-job-page.ts';
import { addressOf } from '#core/http/request/address.ts';
import { jobParams } from './job-route.ts';
import { page } from './page.ts';

const text = z.optional(z.string());

export const handler = page({
  summary: 'The page of an analysis: causes, evidence, reviews and comments',
  access: 'visitor',
  params: jobParams,
  query: z.object({ q: text, class: text, only: text, group: text, page: text }),
  replies: { 404: { description: 'No such job' } },
  async show({ platform, request, caller, params, query, frame }) {
    const content = await readJobPage(platform, caller, params.job_id, query);
    return jobPage({ ...frame, ...content, address: addressOf(request) });
  },
});
