import { html, type Html } from '#core/web/html.ts';
import { badge, emptyState } from '#core/web/parts/feedback.ts';
import { field, formError } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { KnownFailure } from '../../base/schema/known-failure.ts';
import type { TestHistory } from '../../base/schema/views.ts';
import { readTestHistory } from '../../results/history/test-history.ts';
import { readKnown } from '../../jobs/compare/list-known.ts';
import type { PageFrame } from '../analysis-site.ts';
import { offlineHint } from '../configured-writer.ts';
import { section, sitePage } from '../site-page.ts';
import { classBar, classBadge, classesText, jobName, classWords } from '../words.ts';
import { jobUrl } from '../urls.ts';

export interface TestView extends PageFrame {
  readonly offline?: Html | false;
  readonly history: TestHistory;
  /** Undefined: nobody marked it as known to fail. */
  readonly known?: KnownFailure | undefined;
  /** What was sent, when it was refused, and why. */
  readonly sent?: Readonly<Record<string, string>>;
  readonly error?: string;
}

/** The page as it is now. */
export async function showTest(
  needs: Pick<Platform, 'records' | 'clock' | 'environment' | 'ai'>,
  frame: PageFrame,
  name: string,
  more: Pick<TestView, 'sent' | 'error'> = {},
): Promise<string> {
  const [offline, history, mark] = await Promise.all([
    offlineHint(needs),
    readTestHistory(needs, name, { limit: 60 }),
    readKnown(needs, name),
  ]);
  return testPage({ ...frame, offline, history, known: mark, ...more });
}

export function testPage(view: TestView): string {
  const { history } = view;
  return sitePage(view, {
    title: history.test_name || 'A test without a name',
    description: `Every failure of the test ${history.test_name}, and what it was.`,
    current: 'tests',
    body: html`<div class="page-heading">
        <div class="title-line">
          <h1 class="test-title">${history.test_name || '(no name)'}</h1>
          ${history.flaky && badge('warn', 'Flaky')}
          ${view.known && badge('quiet', 'Known to fail')}
        </div>
        ${sentence(history)} ${history.failures > 0 && view.offline}
      </div>
      ${history.failures > 0 && [facts(view), knownSection(view), runs(view)]} ${comments(view)}`,
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
      No analysis contains a failure of this test.
      <a href="/history">Search the failures</a>
    </p>`;
  }
  return html`<p class="lead">
      Failed in ${failures.toLocaleString('en')} of
      ${count(total_runs, 'analysis', 'analyses')}${row > 1 ? `, the last ${row} times in a row` : ''}.
    </p>
    <p class="hint">
      ${flaky ? 'This test is flaky' : 'This test is not flaky'}. A test is flaky when,
      ${flaky_rule.charAt(0).toLowerCase()}${flaky_rule.slice(1)}
    </p>`;
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

function knownSection(view: TestView): Html {
  return section({
    name: 'known',
    title: 'Known to fail',
    hint: 'Until that day has passed, the test does not count as new and does not fail a pipeline.',
    body: view.known ? knownNote(view.known) : knownForm(view),
  });
}

function knownNote({ until, issue_url, reason, username }: KnownFailure): Html {
  return html`<div class="card stack">
    <p>
      Until ${until}, for <a href="${issue_url}" rel="noopener noreferrer">${issue_url}</a>, set by
      ${username === '' ? 'someone' : username}.
    </p>
    ${reason !== '' && html`<p class="break">${reason}</p>`}
    <lantern-form done="The test is no longer marked as known to fail." next="reload">
      <form method="post">
        <input type="hidden" name="task" value="forget" />
        <button class="button">Remove the mark</button>
      </form>
    </lantern-form>
  </div>`;
}

function knownForm({ sent = {}, error }: TestView): Html {
  const input = (name: string, label: string, more: object) =>
    field('known', { name, label, value: sent[name] ?? '', ...more });
  return html`<details class="card" ${error !== undefined && html`open`}>
    <summary>Mark as known to fail</summary>
    <lantern-form done="The test is marked." next="reload">
      <form class="form" method="post">
        ${formError(error)} ${input('until', 'Last day', { type: 'date', required: true })}
        ${input('issue_url', 'Issue', { type: 'url', required: true, literal: true })}
        ${input('reason', 'Why (optional)', { maxLength: 1_000 })}
        <button class="button primary">Mark test</button>
      </form>
    </lantern-form>
  </details>`;
}

function runs({ history, now }: TestView): Html {
  return section({
    name: 'runs',
    title: 'Recent runs',
    hint: 'Newest first.',
    body: table({
      caption: 'Recent runs, newest first',
      rows: history.recent_runs,
      id: ({ job_id, error_signature }) => `${job_id} ${error_signature}`,
      empty: emptyState('No runs', html``),
      columns: [
        {
          label: 'Analysis',
          kind: 'heading',
          cell: (run) => html`<a class="break" href="${jobUrl(run.job_id)}">${jobName(run)}</a>`,
        },
        {
          label: 'Result',
          cell: ({ failed, classification }) =>
            failed ? classBadge(classification) : badge('good', 'Did not fail'),
        },
        { label: 'When', cell: ({ analyzed_at }) => ago(analyzed_at, now) },
      ],
    }),
  });
}

function comments({ history, now }: TestView): Html | false {
  if (history.comments.length === 0) return false;
  return section({
    name: 'comments',
    title: 'Comments',
    body: html`<ul class="comments" role="list">
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
    </ul>`,
  });
}

type Run = TestHistory['recent_runs'][number];

const [width, height, most] = [600, 40, 60];

/** The latest runs from left to right: a tall bar in the colour of the class for a failure, a low one
 * for a run in which the test did not fail. The table of runs says the same. */
function sparkline(runs: readonly Run[]): Html {
  const shown = runs.slice(0, most).toReversed();
  const step = width / Math.max(shown.length, 40);
  const failed = shown.filter((run) => run.failed).length;
  return html`<svg
    class="chart sparkline"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${`Failed in ${failed} of the last ${count(shown.length, 'run')}; the newest is on the right.`}"
  >
    ${shown.map((run, at) => {
      const tall = run.failed ? height : height * 0.25;
      const kind = run.failed ? classWords(run.classification).slug : 'passed';
      return html`<rect
        class="part-${kind}"
        x="${(at * step).toFixed(1)}"
        y="${(height - tall).toFixed(1)}"
        width="${(step * 0.8).toFixed(1)}"
        height="${tall.toFixed(1)}"
      />`;
    })}
  </svg>`;
}
