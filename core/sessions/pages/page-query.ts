import * as z from 'zod/mini';
import { filters } from '../search/search-query.ts';

const kinds = ['messages', 'prompts', 'sessions'] as const;

const text = z._default(z.string(), '');

/** What the search page's form sends. Anything is accepted: the page shows what is wrong. */
export const pageQuery = z.object({
  q: text,
  kind: z.catch(z.enum(kinds), 'messages'),
  project: text,
  from: text,
  to: text,
  limit: z.catch(z.enum(['50', '500']), '50'),
});
export type PageQuery = z.output<typeof pageQuery>;

/** The search that a form asks for, and the fields with problems. */
export function searchIn({ q, project, from, to, limit }: PageQuery) {
  const times = { from: filters.from.safeParse(from), to: filters.to.safeParse(to) };
  return {
    search: {
      ...{ q, project, limit: Number(limit), order: 'newest' as const },
      from: times.from.data,
      to: times.to.data,
    },
    wrong: { from: !times.from.success, to: !times.to.success },
  };
}
