import * as z from 'zod/mini';
import { listDashboard } from '#core/analysis/results/list-dashboard.ts';
import { dashboardRow } from '#core/analysis/schema/views.ts';
import { dashboardText } from '#core/analysis/results/dashboard-text.ts';
import { bytes } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'The newest analyses with what is known of them, at most 500',
  access: 'public',
  replies: { 200: { description: 'The newest first', schema: z.array(dashboardRow) } },
  async run({ platform }) {
    const { text, etag } = dashboardText(await listDashboard(platform));
    return bytes('application/json; charset=utf-8', text, { etag });
  },
});
