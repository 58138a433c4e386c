import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { badge, emptyState } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';
import { ago, count } from '#core/web/words.ts';
import type { TestHistory } from '#core/analysis/base/schema/views.ts';
import { navigation, type PageFrame } from '../analysis-site.ts';
import { classBar } from '../charts/class-bar.ts';
import { sparkline } from '../charts/sparkline.ts';
import { jobUrl } from '../urls.ts';
import { classBadge, classesText, jobName } from '../words.ts';

export interface TestView extends PageFrame {
  readonly history: TestHistory;
}

export function testPage(view: TestView): string {
  const { assets, user, caller, history } = view;
  return page({
    title: history.test_name || 'A test without a name',
    description: `Every failure of the test ${history.test_name}, and what it was.`,
    assets,
    navigation: navigation(caller, 'tests'),
    user,
    body: html`<div class="page-heading">
        <div class="title-line">
          <h1 class="test-title">${history.test_name || '(no name)'}</h1>
          ${history.flaky && badge('warn', 'Flaky')}
        </div>
        ${sentence(history)}
      </div>
      ${history.failures > 0 && [facts(view), runs(view)]} ${comments(view)}`,
  });
}

/** The answer to "is it me?" before any number. */
function sentence({
  failures,
  total_runs,
  consecutive_failures: row,
  flaky,
  flaky_rule,
}: TestHistory): Html {
  if (failures === 0) {
    return html`<p class="lead">
      No analysis has a failure of this test.
      <a href="/history">Search the failures</a>
    </p>`;
  }
  return html`<p class="lead">
      Failed in ${failures.toLocaleString('en')} of
      ${count(total_runs, 'analysis', 'analyses')}${row > 1 ? `, the latest ${row} times in a row` : ''}.
    </p>
    <p class="hint">${flaky ? 'Flaky' : 'Not flaky'}. The rule: ${flaky_rule}</p>`;
}

function facts({ history, now }: TestView): Html {
  const { classifications, last_classification, first_seen, last_seen, failure_rate } = history;
  return html`<section class="card overview" aria-label="Summary">
    ${sparkline(history.recent_runs)}
    <dl class="facts">
      <dt>Failure rate</dt>
      <dd>${Math.round(failure_rate * 100)} %</dd>
      <dt>Last class</dt>
      <dd>${classBadge(last_classification ?? '')}</dd>
      <dt>Classes</dt>
      <dd>${classesText(classifications)} ${classBar(classifications)}</dd>
      <dt>First seen</dt>
      <dd>${first_seen !== null && ago(first_seen, now)}</dd>
      <dt>Last seen</dt>
      <dd>${last_seen !== null && ago(last_seen, now)}</dd>
    </dl>
  </section>`;
}

function runs({ history, now }: TestView): Html {
  return html`<section class="section" aria-labelledby="runs-title">
    <div class="section-heading">
      <div>
        <h2 id="runs-title">Recent runs</h2>
        <p>The newest first.</p>
      </div>
    </div>
    ${table({
      caption: 'Recent runs, the newest first',
      rows: history.recent_runs,
      id: ({ job_id, error_signature }) => `${job_id} ${error_signature}`,
      empty: emptyState('No runs', html``),
      columns: [
        {
          label: 'Analysis',
          kind: 'heading',
          cell: (run) => html`<a href="${jobUrl(run.job_id)}">${jobName(run)}</a>`,
        },
        {
          label: 'Result',
          cell: ({ failed, classification }) =>
            failed ? classBadge(classification) : badge('good', 'Did not fail'),
        },
        { label: 'When', cell: ({ analyzed_at }) => ago(analyzed_at, now) },
      ],
    })}
  </section>`;
}

function comments({ history, now }: TestView): Html | false {
  if (history.comments.length === 0) return false;
  return html`<section class="section" aria-labelledby="comments-title">
    <div class="section-heading"><h2 id="comments-title">Comments</h2></div>
    <ul class="comments" role="list">
      ${history.comments.map(
        ({ username, created_at, comment, job_id }) =>
          html`<li>
            <p class="comment-head">
              <strong>${username || 'Anonymous'}</strong> ${ago(created_at, now)}
              <a href="${jobUrl(job_id)}">in an analysis</a>
            </p>
            <p class="comment-text">${comment}</p>
          </li>`,
      )}
    </ul>
  </section>`;
}
