import type { Platform } from '#core/platform/ports/platform.ts';
import { listClassifications } from '#core/analysis/results/history/classify.ts';
import { searchFailures } from '#core/analysis/results/history/search-failures.ts';
import { classOfSlug } from '../words.ts';
import type { HistoryQuery, HistoryView } from './history-page.ts';

const perPage = 50;
const mostPages = 200;
const fewClassifications = 20;
const longestText = 200;

/** What the page of all failures shows. */
export async function readHistory(
  needs: Pick<Platform, 'records'>,
  query: HistoryQuery,
): Promise<Pick<HistoryView, 'query' | 'found' | 'set' | 'page' | 'pages'>> {
  const page = /^\d{1,3}$/.test(query.page ?? '') ? Math.max(1, Number(query.page)) : 1;
  const search = query.q?.trim().slice(0, longestText);
  const job_name = query.job?.trim().slice(0, longestText);
  const classification = classOfSlug(query.class);
  const [found, set] = await Promise.all([
    searchFailures(needs, {
      ...(search && { search }),
      ...(job_name && { job_name }),
      ...(classification !== undefined && { classification }),
      ...{ limit: perPage, offset: (page - 1) * perPage },
    }),
    listClassifications(needs, { limit: fewClassifications, offset: 0 }),
  ]);
  const pages = Math.min(mostPages, Math.max(1, Math.ceil(found.total / perPage)));
  return { query: { ...query, q: search, job: job_name }, found, set, page, pages };
}
