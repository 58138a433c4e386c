import { html, type Html } from '#core/web/html.ts';
import { dialog, dialogButton } from '#core/web/parts/dialog.ts';
import { emptyState, live, notice } from '#core/web/parts/feedback.ts';
import { pager } from '#core/web/parts/pager.ts';
import { count } from '#core/text/count.ts';
import { isOffline } from '../../explain/read-writer.ts';
import { isOpen } from '../../base/tables/job-tables.ts';
import { sitePage } from '../site-page.ts';
import { jobUrl, withQuery } from '../urls.ts';
import { classWords, jobName, testLink } from '../words.ts';
import { allShown } from './all-shown.ts';
import { changesSection } from './changes.ts';
import { children, overview } from './overview.ts';
import { groupCard } from './cards/group-card.ts';
import { heading } from './heading.ts';
import type { JobPageView } from './view/job-view.ts';
import { reports } from './reports.ts';
import { running } from './running.ts';

export function jobPage(view: JobPageView): string {
  const { job } = view;
  return sitePage(view, {
    title: jobName(job),
    description: `Why tests of ${jobName(job)} failed: causes, evidence, and what to do.`,
    body: html`${live(
      'job',
      html`${heading(view)} ${offlineNotice(view)} ${unclassifiedNotice(view)} ${running(view)}
      ${overview(view)} ${changesSection(view)} ${retries(view)} ${findings(view)} ${reports(view)}
      ${children(view)} ${causes(view)}`,
      { seconds: isOpen(job) ? 1 : 30 },
    )}
    ${dialog('shortcuts', 'Keyboard shortcuts', shortcuts(view))}`,
  });
}

function offlineNotice({ job }: JobPageView): Html | false {
  if (!isOffline(job.writer)) return false;
  return html`<div class="section-gap">
    ${notice(
      'info',
      html`<p>
        <strong>Written by the offline analyst.</strong> It matches known infrastructure problems
        and quotes the error; no model was asked. Install an AI command line on the server to have a
        model explain the failures.
      </p>`,
    )}
  </div>`;
}

function unclassifiedNotice({ job, counts }: JobPageView): Html | false {
  if (job.status !== 'completed' || counts[''] === 0 || isOffline(job.writer)) return false;
  return html`<div class="section-gap">
    ${notice(
      'warn',
      html`<p>
        <strong>${count(counts[''], 'failure')} without a class.</strong> The causes below say why.
        If the model did not answer, fix the problem shown, then press “Analyze again”.
      </p>`,
    )}
  </div>`;
}

/** Tests that are flaky: no failures, but worth knowing. */
function retries({ job: { retried } }: JobPageView): Html | false {
  if (!retried) return false;
  const { count: all, tests } = retried;
  return html`<details class="more section-gap">
    <summary>${count(all, 'flaky test')} passed on a retry</summary>
    <ul class="names">
      ${tests.map(
        ({ test_name, error_message }) =>
          html`<li>
            ${testLink(test_name)}${error_message !== '' && html`<br /><code>${error_message}</code>`}
          </li>`,
      )}
    </ul>
    ${all > tests.length && html`<p class="hint">And ${(all - tests.length).toLocaleString('en')} more.</p>`}
  </details>`;
}

/** What the analysis says of itself. */
function findings({ job }: JobPageView): Html | false {
  const own = job.findings?.notes ?? [];
  const { unverified_quotes: removed = 0, overrides_applied: overrides = [] } = job.findings ?? {};
  const lines = [
    ...own,
    ...(removed > 0 ? [`Removed ${count(removed, 'quote')} of the model: not in the source.`] : []),
    ...(overrides.length > 0
      ? [`${count(overrides.length, 'error')} kept the class that a person set earlier.`]
      : []),
  ];
  if (lines.length === 0) return false;
  return html`<details class="more section-gap">
    <summary>${count(lines.length, 'note')} on this analysis</summary>
    <ul class="names">
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>
  </details>`;
}

/** Open when the page is loaded; the rest unfolds at a click. */
const openGroups = 3;

function causes(view: JobPageView): Html | false {
  const { selection, job, failures } = view;
  const { shown, all, matching, page, pages } = selection;
  if (isOpen(job) || failures === 0) return false;
  const isAlone = matching === 1;
  const to = (at: number) => `${withQuery(jobUrl(job.id), { ...query(view), page: at })}#causes`;
  return html`<section class="section" id="causes" aria-labelledby="causes-title">
    <div class="section-heading">
      <div>
        <h2 id="causes-title">
          ${matching === all ? 'Causes' : `${matching.toLocaleString('en')} of ${count(all, 'cause')}`}
        </h2>
        <p>${filterText(view)}</p>
      </div>
      <p class="keys-hint script-only">
        <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>r</kbd> review
        ${dialogButton('shortcuts', 'All shortcuts', { shortcut: '?', look: 'quiet' })}
      </p>
    </div>
    ${(all > 5 || selection.text !== '') && searchForm(view)}
    ${
      matching === 0
        ? emptyState(
            'No cause matches',
            html`<p>Try fewer words or another class.</p>
              <p><a class="button" href="${jobUrl(job.id)}">Show all causes</a></p>`,
          )
        : html`<lantern-review class="groups">
            ${shown.map((group, at) => groupCard(view, group, { isAlone, isOpen: at < openGroups }))}
          </lantern-review>`
    }
    ${allShown(view)}
    ${pager({ label: 'Pages of causes', page, pages, to, names: ['Previous', 'Next'] })}
  </section>`;
}

function query({ selection }: JobPageView) {
  const { text, only } = selection;
  const slug = selection.class === undefined ? undefined : classWords(selection.class).slug;
  return { q: text, class: slug, only };
}

/** Which are shown, and links to the other lists. */
function filterText(view: JobPageView): Html {
  const { selection, job } = view;
  const to = (only: string | undefined) =>
    `${withQuery(jobUrl(job.id), { ...query(view), only })}#causes`;
  return html`<span class="state-filter">
    <a href="${to(undefined)}" ${selection.only === undefined && html`aria-current="true"`}>All</a>
    <a href="${to('new')}" ${selection.only === 'new' && html`aria-current="true"`}>New</a>
    <a href="${to('open')}" ${selection.only === 'open' && html`aria-current="true"`}>To review</a>
  </span>`;
}

function searchForm(view: JobPageView): Html {
  const { q, class: slug, only } = query(view);
  return html`<form class="search" method="get" action="${jobUrl(view.job.id)}" role="search">
    <input
      type="search"
      name="q"
      value="${q}"
      maxlength="200"
      aria-label="Filter causes"
      placeholder="Filter causes: test, error or text"
      data-shortcut="k"
    />
    ${slug !== undefined && html`<input type="hidden" name="class" value="${slug}" />`}
    ${only !== undefined && html`<input type="hidden" name="only" value="${only}" />`}
    <button class="button">Filter</button>
  </form>`;
}

function shortcuts({ assets: { search } }: JobPageView): Html {
  const hasSearch = search !== undefined;
  return html`<dl class="keys">
      <dt><kbd>j</kbd></dt>
      <dd>Go to the next cause</dd>
      <dt><kbd>k</kbd></dt>
      <dd>Go to the previous cause</dd>
      <dt><kbd>r</kbd></dt>
      <dd>Mark the cause as reviewed, or not</dd>
      <dt><kbd>/</kbd></dt>
      <dd>Filter the causes</dd>
      <dt><kbd>Ctrl</kbd> <kbd>K</kbd> or <kbd>⌘</kbd> <kbd>K</kbd></dt>
      <dd>${hasSearch ? 'Search everything' : 'Filter the causes'}</dd>
      <dt><kbd>?</kbd></dt>
      <dd>Show this list</dd>
      <dt><kbd>Esc</kbd></dt>
      <dd>Close it</dd>
    </dl>
    <label class="tick script-only">
      <input type="checkbox" data-shortcut-switch checked /> Single-key shortcuts such as
      <kbd>j</kbd>
    </label>`;
}
