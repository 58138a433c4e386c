import { html, type Html } from '#core/web/html.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { pager } from '#core/web/parts/pager.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import type { ClassificationList, FailureSearch } from '../../base/schema/views.ts';
import type { PageFrame } from '../analysis-site.ts';
import { offlineHint } from '../configured-writer.ts';
import { section, sitePage } from '../site-page.ts';
import { startCommand } from '../dashboard/start-form.ts';
import { testLink, classBadge, classChoice, classOfSlug, jobName } from '../words.ts';
import { jobUrl, withQuery } from '../urls.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { listClassifications } from '../../results/history/classify.ts';
import { searchFailures } from '../../results/history/search-failures.ts';

export interface HistoryQuery {
  readonly q?: string | undefined;
  readonly class?: string | undefined;
  readonly job?: string | undefined;
  readonly page?: string | undefined;
}

export interface HistoryView extends PageFrame {
  /** How the reader reached us, without a trailing slash. */
  readonly baseUrl: string;
  readonly offline?: Html | false;
  readonly query: HistoryQuery;
  readonly found: FailureSearch;
  /** Set by people. */
  readonly set: ClassificationList;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

export function historyPage(view: HistoryView): string {
  return sitePage(view, {
    title: 'Tests',
    current: 'tests',
    heading: 'Tests',
    lead: 'Every failure of every analysis: see whether it happened before, and why.',
    body: html`${view.offline} ${searchForm(view)} ${failures(view)} ${classifications(view)}`,
  });
}

function searchForm({ query }: HistoryView): Html {
  return html`<form class="search" method="get" action="/history" role="search">
    <input
      type="search"
      name="q"
      value="${query.q}"
      maxlength="200"
      aria-label="Search failures"
      placeholder="Test name or error text"
      data-shortcut="k"
    />
    ${classChoice(classOfSlug(query.class))}
    <input
      type="search"
      name="job"
      value="${query.job}"
      maxlength="200"
      aria-label="Job"
      placeholder="Job name"
    />
    <button class="button">Search</button>
  </form>`;
}

const maxErrorLength = 200;

function failures({ query, found, now, page, pages, baseUrl }: HistoryView): Html {
  const isFiltered = Boolean(query.q || query.class || query.job);
  const to = (at: number) => withQuery('/history', { ...query, page: at });
  return html`<section aria-labelledby="failures-title">
    <div class="section-heading">
      <h2 id="failures-title">${count(found.total, 'failure')}</h2>
      <a href="/corrections">Corrections</a>
    </div>
    ${table({
      caption: 'Failures, newest first',
      rows: found.failures,
      id: ({ id }) => id,
      empty: isFiltered
        ? emptyState('No failure matches', html`<p>Try a shorter part of the name.</p>`)
        : emptyState(
            'No failures yet',
            html`<p>They appear here once the first analysis is complete. Send a test report:</p>
              ${startCommand({ baseUrl })}
              <p><a class="button" href="/">Or paste it on a page</a></p>`,
          ),
      columns: [
        {
          label: 'Test',
          kind: 'heading',
          cell: ({ test_name, error_message }) =>
            html`<span class="cell-main"
              >${testLink(test_name)}
              <span class="hint">${error_message.slice(0, maxErrorLength)}</span></span
            >`,
        },
        { label: 'Class', cell: ({ classification }) => classBadge(classification) },
        {
          label: 'Analysis',
          cell: (row) => html`<a class="break" href="${jobUrl(row.job_id)}">${jobName(row)}</a>`,
        },
        { label: 'When', cell: ({ analyzed_at }) => ago(analyzed_at, now) },
      ],
    })}
    ${pager({ label: 'Pages of failures', page, pages, to })}
  </section>`;
}

function classifications({ set, now }: HistoryView): Html | false {
  if (set.classifications.length === 0) return false;
  return section({
    name: 'set',
    title: 'Classes set by people',
    hint: 'Newest first.',
    body: table({
      caption: 'Classes set by people, newest first',
      rows: set.classifications,
      id: ({ id }) => String(id),
      empty: html``,
      columns: [
        {
          label: 'Test',
          kind: 'heading',
          cell: ({ test_name }) => testLink(test_name),
        },
        { label: 'Class', cell: ({ classification }) => classification },
        { label: 'Reason', cell: ({ reason }) => reason || '–' },
        { label: 'By', cell: ({ created_by }) => created_by || 'Anonymous' },
        { label: 'When', cell: ({ created_at }) => ago(created_at, now) },
      ],
    }),
  });
}

const perPage = 50;
const maxPages = 200;
const fewClassifications = 20;
const maxTextLength = 200;

export async function showHistory(
  needs: Pick<Platform, 'records' | 'environment' | 'ai'>,
  frame: PageFrame & Pick<HistoryView, 'baseUrl'>,
  query: HistoryQuery,
): Promise<string> {
  const page = /^\d{1,3}$/.test(query.page ?? '') ? Math.max(1, Number(query.page)) : 1;
  const search = query.q?.trim().slice(0, maxTextLength);
  const job_name = query.job?.trim().slice(0, maxTextLength);
  const classification = classOfSlug(query.class);
  const [offline, result, set] = await Promise.all([
    offlineHint(needs),
    searchFailures(needs, {
      ...(search && { search }),
      ...(job_name && { job_name }),
      ...(classification !== undefined && { classification }),
      limit: perPage,
      offset: (page - 1) * perPage,
    }),
    listClassifications(needs, { limit: fewClassifications, offset: 0 }),
  ]);
  const pages = Math.min(maxPages, Math.max(1, Math.ceil(result.total / perPage)));
  const shown = { ...query, q: search, job: job_name };
  return historyPage({ ...frame, offline, query: shown, found: result, set, page, pages });
}
