import { readTokenUsage, usageQuery } from '#core/analysis/results/token-usage.ts';
import { tokenUsage } from '#core/analysis/base/schema/views.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';

export const handler = endpoint({
  summary: 'Calls, tokens and cost of models',
  access: 'admin',
  query: usageQuery,
  replies: { 200: { description: 'Totals and their breakdown', schema: tokenUsage } },
  run: async ({ platform, query }) => json(200, await readTokenUsage(platform, query)),
});
