import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { emptyState, live } from '#core/web/parts/feedback.ts';
import { pager } from '#core/web/parts/pager.ts';
import { standings } from '#core/web/parts/standings.ts';
import { ago, count } from '#core/web/words.ts';
import { navigation } from '../analysis-site.ts';
import { trendChart } from '../charts/trend-chart.ts';
import { testLink } from '../test-link.ts';
import { withQuery } from '../urls.ts';
import { classChoice, classes, classWords } from '../words.ts';
import { buildForm } from './build-form.ts';
import type { DashboardView, Selection, Standing } from './dashboard-view.ts';
import { firstSteps } from './first-steps.ts';
import { jobTable } from './job-table.ts';
import { metadataChoices } from './metadata-choices.ts';
import { startCommand, startForm } from './start-form.ts';

export function dashboardPage(view: DashboardView): string {
  const { assets, user, caller, selection } = view;
  const isEmpty = selection.all === 0;
  return page({
    title: 'Analyses',
    assets,
    navigation: navigation(caller, 'analyses'),
    user,
    heading: isEmpty ? 'Know why the tests fail.' : 'Analyses',
    lead: isEmpty
      ? 'Lantern groups the failures of a test run by cause and says for each whether the product, the test or the environment is at fault, with quotes that prove it.'
      : 'Why builds and tests failed, what is new, and what is left to review.',
    body: html`${
      isEmpty ? firstSteps(view.start) : [startSection(view), overview(view), list(view)]
    }`,
  });
}

function startSection({ start }: DashboardView): Html {
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

function overview({ trend, flaky, now }: DashboardView): Html | false {
  if (trend.length === 0 && flaky.length === 0) return false;
  return html`<div class="two-cards">
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
          : html`<p>They fail in some runs and not in others.</p>
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
  </div>`;
}

function list(view: DashboardView): Html {
  const { selection } = view;
  const seconds = selection.counts.open > 0 ? 2 : 10;
  return html`<section aria-labelledby="jobs-title">
    ${filterForm(view)}
    ${live('jobs', content(view), { seconds, source: urlOf(selection, { part: 'jobs' }) })}
  </section>`;
}

/** Outside the region that updates itself: an update would replace what the reader is typing. */
function filterForm({ selection, jobs, metadata }: DashboardView): Html {
  const { text, standing, job } = selection;
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
        <option value="">Every job</option>
        ${jobs.map((name) => html`<option value="${name}" ${name === job && html`selected`}>${name}</option>`)}
      </select>`
    }
    ${metadataChoices(metadata, selection.metadata)}
    ${standing !== undefined && html`<input type="hidden" name="status" value="${standing}" />`}
    <button class="button">Filter</button>
    <a class="button quiet" href="/metadata">Job metadata</a>
  </form>`;
}

function content({ entries, selection, now, metadata }: DashboardView): Html {
  const { all, matching, page, pages, from } = selection;
  const isWhole = matching === all;
  return html`<div class="section-heading">
      <div>
        <h2 id="jobs-title">
          ${isWhole ? count(all, 'analysis', 'analyses') : `${matching.toLocaleString('en')} of ${count(all, 'analysis', 'analyses')}`}
        </h2>
        ${standingLinks(selection)}
      </div>
    </div>
    ${matching === 0 ? nothingFound(selection) : jobTable(entries, metadata, now)}
    ${pager({
      ...{ label: 'Pages of analyses', page, pages },
      to: (at) => urlOf(selection, { page: String(at) }),
      range: { from, shown: entries.length, all: matching },
    })}`;
}

const names: Readonly<Record<Standing, string>> = {
  open: 'running',
  review: 'to review',
  reviewed: 'reviewed',
  failed: 'failed',
};

function standingLinks(selection: Selection): Html {
  const { counts, standing: chosen } = selection;
  const to = (status: Standing | undefined) => urlOf(selection, { status });
  return standings({ names, counts, chosen, all: 'All', to });
}

function nothingFound({ text }: Selection): Html {
  return emptyState(
    'No analysis matches',
    html`<p>
        ${
          text === ''
            ? 'Every filter must match. Fewer filters find more.'
            : 'Every word is looked for in job names, ids, summaries, errors and names of people. Fewer words find more.'
        }
      </p>
      <p><a class="button" href="/">Show all analyses</a></p>`,
  );
}

/** The same list, changed in what is named; another standing begins at its first page. */
function urlOf(
  { text, standing, class: chosen, job, page, metadata }: Selection,
  changes: { status?: Standing | undefined; page?: string; part?: string },
): string {
  const isOther = 'status' in changes;
  return withQuery('/', {
    part: changes.part,
    q: text,
    class: chosen === undefined ? undefined : classWords(chosen).slug,
    job,
    ...metadata,
    status: isOther ? changes.status : standing,
    page: changes.page ?? (isOther || page === 1 ? undefined : String(page)),
  });
}
