import * as z from 'zod/mini';
import { dashboardRow, resultRow } from '#core/analysis/base/schema/views.ts';
import { bytes, json } from '#core/http/reply/reply.ts';
import { baseUrlOf } from '#core/http/request/base-url.ts';
import { endpoint } from './endpoint.ts';
import { page } from './page.ts';
import { limitQuery } from '#core/analysis/base/schema/route-parts.ts';

const text = z.optional(z.string());

export const show = page({
  summary: 'Show the analyses, failures over time, and the forms that start an analysis',
  access: 'visitor',
  query: z.object({
    q: text,
    view: text,
    status: text,
    class: text,
    job: text,
    page: text,
    team: text,
    tier: text,
    version: text,
    label: text,
    part: z.optional(z.enum(['jobs'])),
  }),
  async show({ platform, request, query, frame }) {
    const [{ dashboardPage }, { showDashboard }, { readStart }] = await Promise.all([
      import('#core/analysis/pages/dashboard/dashboard.ts'),
      import('#core/analysis/pages/dashboard/show-dashboard.ts'),
      import('#core/analysis/pages/dashboard/read-dashboard.ts'),
    ]);
    const [drawn, start] = await Promise.all([
      showDashboard(platform, query),
      readStart(platform, baseUrlOf(request)),
    ]);
    return dashboardPage({ ...frame, ...drawn, start });
  },
});

export const rows = endpoint({
  summary: 'List the newest analyses with their details, at most 500',
  access: 'public',
  query: z.object({ team: text, tier: text, version: text, label: text }),
  replies: { 200: { description: 'The results, newest first', schema: z.array(dashboardRow) } },
  async run({ platform, query }) {
    const { dashboardText } = await import('#core/analysis/results/metadata/read-metadata.ts');
    return bytes('application/json; charset=utf-8', await dashboardText(platform, query));
  },
});

export const list = endpoint({
  summary: 'List the newest analyses',
  access: 'public',
  query: z.object({ limit: limitQuery(100, 50) }),
  replies: { 200: { description: 'The results, newest first', schema: z.array(resultRow) } },
  async run({ platform, query }) {
    const { listResults } = await import('#core/analysis/results/list-dashboard.ts');
    return json(200, await listResults(platform, query.limit));
  },
});

export const aiConfigs = endpoint({
  summary: 'List the models of completed analyses',
  access: 'public',
  replies: {
    200: {
      description: 'The models, each once',
      schema: z.array(z.object({ ai_provider: z.string(), ai_model: z.string() })),
    },
  },
  async run({ platform }) {
    const { listAiConfigs } = await import('#core/analysis/results/list-dashboard.ts');
    return json(200, await listAiConfigs(platform));
  },
});
