import { html, type Html } from '#core/web/html.ts';
import { emptyState, live } from '#core/web/parts/feedback.ts';
import { pager } from '#core/web/parts/pager.ts';
import { stateFilter } from '#core/web/parts/state-filter.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import type { PageFrame } from '../analysis-site.ts';
import { sitePage } from '../site-page.ts';
import { trendChart } from '../charts/trend-chart.ts';
import { slowTests } from '../charts/slow-tests.ts';
import { weekChart } from '../charts/week-chart.ts';
import { testLink, classChoice, classes, classWords } from '../words.ts';
import { withQuery } from '../urls.ts';
import { buildForm, firstSteps, startCommand, startForm, type StartView } from './start-form.ts';
import type { Dashboard, Listing, Selection, State } from './dashboard-view.ts';
import { jobRowTable } from './job-row-table.ts';
import { jobTable } from './job-table.ts';
import type { Metadata, MetadataFilter } from '../../results/metadata/metadata.ts';

/** What the page shows of the analyses, drawn. */
export interface DrawnDashboard {
  readonly isEmpty: boolean;
  readonly lists: Html;
}

export function drawDashboard(content: Dashboard): DrawnDashboard {
  const isEmpty = content.selection.all === 0;
  return { isEmpty, lists: html`${!isEmpty && [list(content), overview(content)]}` };
}

export function dashboardPage({
  start,
  isEmpty,
  lists,
  ...frame
}: PageFrame & DrawnDashboard & { readonly start: StartView }): string {
  return sitePage(frame, {
    title: 'Analyses',
    current: 'analyses',
    heading: isEmpty ? 'Know why the tests fail.' : 'Analyses',
    lead: isEmpty
      ? 'Lantern groups the failures of a test run by cause and says whether the product, the test or the environment is at fault, with quotes as evidence.'
      : 'Why builds and tests failed, what is new, and what is left to review.',
    body: html`${isEmpty ? firstSteps(start) : [startSection(start), lists]}`,
  });
}

function startSection(start: StartView): Html {
  return html`<details class="card start">
      <summary>Analyze a test report</summary>
      <div class="stack">
        ${startForm(start)}
        <p class="muted">From a terminal or a pipeline:</p>
        ${startCommand(start)}
      </div>
    </details>
    <details class="card start">
      <summary>Analyze a build</summary>
      <div class="stack">${buildForm(start)}</div>
    </details>`;
}

function overview({ trend, flaky, slowest, weeks, now }: Dashboard): Html | false {
  if (trend.length === 0 && flaky.length === 0) return false;
  return html`<div class="two-cards">
    ${
      weeks.some(({ passed, failed }) => passed + failed > 0) &&
      html`<section class="card" aria-labelledby="weeks-title">
        <h2 id="weeks-title">Runs by week</h2>
        ${weekChart(weeks)}
      </section>`
    }
    ${
      trend.length > 0 &&
      html`<section class="card" aria-labelledby="trend-title">
        <h2 id="trend-title">Failures by day</h2>
        <p class="counts">
          ${classes.map(
            (each) =>
              html`<span class="${classWords(each).tone}"
                ><span class="dot"></span>${classWords(each).name}</span
              >`,
          )}
        </p>
        ${trendChart(trend)}
      </section>`
    }
    <section class="card" aria-labelledby="flaky-title">
      <h2 id="flaky-title">Flaky tests</h2>
      ${
        flaky.length === 0
          ? html`<p>No test changes between failing and passing.</p>`
          : html`<p>They fail in some runs and pass in others.</p>
              <ul class="flaky" role="list">
                ${flaky.map(
                  ({ test_name, changes, last_seen }) =>
                    html`<li>
                      ${testLink(test_name)}
                      <span class="hint">${count(changes, 'change')}, ${ago(last_seen, now)}</span>
                    </li>`,
                )}
              </ul>`
      }
    </section>
    ${
      slowest.length > 0 &&
      html`<section class="card" aria-labelledby="slowest-title">
        <h2 id="slowest-title">Slowest tests</h2>
        <p>Their duration in the newest run of each job.</p>
        ${slowTests(slowest)}
      </section>`
    }
  </div>`;
}

function list(view: Dashboard): Html {
  const { selection } = view;
  const seconds = selection.counts.open > 0 ? 2 : 10;
  return html`<section aria-labelledby="jobs-title">
    ${filterForm(view)}
    ${live('jobs', content(view), { seconds, source: urlOf(selection, { part: 'jobs' }) })}
  </section>`;
}

/** Outside the region that updates itself: an update would replace what the reader is typing. */
function filterForm({ selection, jobs, metadata }: Dashboard): Html {
  const { text, state, job, listing } = selection;
  return html`<form class="search" method="get" action="/" role="search">
    <input
      type="search"
      name="q"
      value="${text}"
      maxlength="200"
      aria-label="Filter analyses"
      placeholder="Filter analyses"
      data-shortcut="k"
    />
    ${classChoice(selection.class)}
    ${
      (jobs.length > 1 || job !== '') &&
      html`<select name="job" aria-label="Job">
        <option value="">All jobs</option>
        ${jobs.map((name) => html`<option value="${name}" ${name === job && html`selected`}>${name}</option>`)}
      </select>`
    }
    ${metadataChoices(metadata, selection.metadata)}
    ${state !== undefined && html`<input type="hidden" name="status" value="${state}" />`}
    <input type="hidden" name="view" value="${listing}" />
    <button class="button">Filter</button>
    <a class="button quiet" href="/metadata">Job metadata</a>
  </form>`;
}

function content(view: Dashboard): Html {
  return html`${listingLinks(view.selection)}
  ${view.selection.listing === 'jobs' ? jobList(view) : analysisList(view)}`;
}

function listingLinks(selection: Selection): Html | false {
  const { listing, jobCount, matching } = selection;
  if (jobCount === 0) return false;
  const link = (to: Listing, text: string) =>
    html`<a
      href="${urlOf(selection, { listing: to })}"
      ${to === listing && html`aria-current="page"`}
      >${text}</a
    >`;
  return html`<nav class="tabs" aria-label="Listing">
    ${link('jobs', count(jobCount, 'job'))}
    ${link('analyses', count(matching, 'analysis', 'analyses'))}
  </nav>`;
}

function jobList({ rows, selection, metadata, now }: Dashboard): Html {
  return html`<div class="section-heading">
      <h2 id="jobs-title">Jobs</h2>
    </div>
    ${rows.length === 0 ? nothingFound(selection) : jobRowTable(rows, metadata, now)}`;
}

function analysisList({ entries, selection, now, metadata }: Dashboard): Html {
  const { all, matching, page, pages, from } = selection;
  const isWhole = matching === all;
  return html`<div class="section-heading">
      <div>
        <h2 id="jobs-title">
          ${isWhole ? count(all, 'analysis', 'analyses') : `${matching.toLocaleString('en')} of ${count(all, 'analysis', 'analyses')}`}
        </h2>
        ${stateLinks(selection)}
      </div>
    </div>
    ${matching === 0 ? nothingFound(selection) : jobTable(entries, metadata, now)}
    ${pager({
      label: 'Pages of analyses',
      page,
      pages,
      to: (at) => urlOf(selection, { page: String(at) }),
      range: { from, shown: entries.length, all: matching },
    })}`;
}

const names: Readonly<Record<State, string>> = {
  open: 'running',
  review: 'to review',
  reviewed: 'reviewed',
  failed: 'failed',
};

function stateLinks(selection: Selection): Html {
  const { counts, state: current } = selection;
  const to = (status: State | undefined) => urlOf(selection, { status });
  return stateFilter({ names, counts, chosen: current, all: 'All', to });
}

function nothingFound({ text }: Selection): Html {
  return emptyState(
    'No analysis matches',
    html`<p>
        ${
          text === ''
            ? 'All filters must match. Remove some to see more.'
            : 'All words must match a job name, id, summary, error or person. Try fewer words.'
        }
      </p>
      <p><a class="button" href="/">Show all analyses</a></p>`,
  );
}

/** The same list, changed in what is named; another state begins at its first page. */
function urlOf(
  { text, state, class: classification, job, page, metadata, listing }: Selection,
  changes: { status?: State | undefined; page?: string; part?: string; listing?: Listing },
): string {
  const isOther = 'status' in changes || 'listing' in changes;
  return withQuery('/', {
    part: changes.part,
    view: changes.listing ?? listing,
    q: text,
    class: classification === undefined ? undefined : classWords(classification).slug,
    job,
    ...metadata,
    status: 'status' in changes ? changes.status : state,
    page: changes.page ?? (isOther || page === 1 ? undefined : String(page)),
  });
}

const choices = [
  ['team', 'Team', 'All teams', ({ team }: Metadata) => [team]],
  ['tier', 'Tier', 'All tiers', ({ tier }: Metadata) => [tier]],
  ['version', 'Version', 'All versions', ({ version }: Metadata) => [version]],
  ['label', 'Label', 'All labels', ({ labels }: Metadata) => labels],
] as const;

/** For the form that filters the analyses; nothing for what no job has. */
function metadataChoices(
  metadata: ReadonlyMap<string, Metadata>,
  filter: MetadataFilter,
): readonly (Html | false)[] {
  return choices.map(([name, label, every, valuesOf]) => {
    const own = filter[name] ?? '';
    const all = [...metadata.values()].flatMap(valuesOf);
    const values = [...new Set([...all, own])].filter((value) => value !== null && value !== '');
    if (values.length === 0) return false;
    return html`<select name="${name}" aria-label="${label}">
      <option value="">${every}</option>
      ${values
        .toSorted()
        .map(
          (value) =>
            html`<option value="${value}" ${value === own && html`selected`}>${value}</option>`,
        )}
    </select>`;
  });
}
