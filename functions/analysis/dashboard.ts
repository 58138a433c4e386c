import * as z from 'zod/mini';
import { listFiltered } from '#core/analysis/results/metadata/list-filtered.ts';
import { dashboardRow } from '#core/analysis/base/schema/views.ts';
import { dashboardText } from '#core/analysis/results/dashboard-text.ts';
import { bytes } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

const text = z.optional(z.string());

export const handler = endpoint({
  summary: 'The newest analyses with what is known of them, at most 500',
  access: 'public',
  query: z.object({ team: text, tier: text, version: text, label: text }),
  replies: { 200: { description: 'The newest first', schema: z.array(dashboardRow) } },
  async run({ platform, query }) {
    const { text, etag } = dashboardText(await listFiltered(platform, query));
    return bytes('application/json; charset=utf-8', text, { etag });
  },
});
