import * as z from 'zod/mini';
import { tokenUsage } from '#core/analysis/base/schema/views.ts';
import { usageQuery } from '#core/analysis/results/queries.ts';
import { json } from '#core/http/reply/reply.ts';
import { endpoint } from './endpoint.ts';
import { page } from './page.ts';

const text = z.optional(z.string().check(z.maxLength(200)));

export const show = page({
  summary: 'Show model calls, tokens and cost by day, analysis, model or provider',
  access: 'admin',
  query: z.object({
    start_date: text,
    end_date: text,
    ai_provider: text,
    ai_model: text,
    group_by: text,
  }),
  replies: { 403: { description: 'Administrators only' } },
  async show({ platform, query, frame }) {
    const { showUsage } = await import('#core/analysis/pages/usage/usage.ts');
    return showUsage(platform, frame, query);
  },
});

export const read = endpoint({
  summary: 'Get model calls, tokens and cost',
  access: 'admin',
  query: usageQuery,
  replies: { 200: { description: 'Totals and their breakdown', schema: tokenUsage } },
  async run({ platform, query }) {
    const { readTokenUsage } = await import('#core/analysis/results/token-usage.ts');
    return json(200, await readTokenUsage(platform, query));
  },
});
