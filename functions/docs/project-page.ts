import * as z from 'zod/mini';
import { doneNotice } from '#core/docs/pages/done.ts';
import { readProjectPage } from '#core/docs/pages/project/read-project-page.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { page } from './page.ts';
import { doneQuery, ownerQuery, projectParams } from './project-route.ts';

export const handler = page({
  summary: 'A project’s page: plan, progress, history and access',
  access: 'known',
  params: projectParams,
  query: z.object({ ...ownerQuery.shape, ...doneQuery.shape, seen: z.optional(z.string()) }),
  replies: { 404: { description: 'No such project' } },
  async show({ platform, request, caller, params, query, frame }) {
    const [{ projectPage }, content] = await Promise.all([
      import('#core/docs/pages/project/project.ts'),
      readProjectPage(platform, caller, params.name, query),
    ]);
    const baseUrl = baseUrlOf(request);
    return projectPage({ ...frame, ...content, baseUrl, notice: doneNotice(query) });
  },
});
