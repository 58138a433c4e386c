import { assertProjectName } from '#core/docs/schema.ts';
import { redirect } from '#core/http/reply.ts';
import { ownerQuery, siteParams } from './project-route.ts';
import { endpoint } from './service.ts';

export const handler = endpoint({
  summary: 'To the site’s first page',
  access: 'visitor',
  params: siteParams,
  query: ownerQuery,
  replies: { 308: { description: 'With a slash at the end, so that links lead on from there' } },
  run({ params, query }) {
    assertProjectName(params.project);
    const owner = query.owner === undefined ? '' : `?owner=${encodeURIComponent(query.owner)}`;
    return redirect(308, `/docs/${params.project}/${owner}`);
  },
});
