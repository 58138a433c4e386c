import { html, type Html } from '#core/web/html.ts';
import { badge } from '#core/web/parts/feedback.ts';
import { count } from '#core/text/count.ts';
import { classBadge, classWords, testLink } from '../../words.ts';
import { askModel } from './ask-model.ts';
import { changeClass } from './change-class.ts';
import { changedNote, ownersNote } from './code-notes.ts';
import { consoleText } from './console.ts';
import { failureText, ownError, problemOf } from './failure-text.ts';
import { correctionNote, modelText } from './correction.ts';
import { debate } from './explanation.ts';
import { discussion } from './discussion.ts';
import type { Group, GroupTest } from '../view/groups.ts';
import { jobForm } from '../view/job-form.ts';
import type { JobPageView } from '../view/job-view.ts';
import { jobUrl, withQuery } from '../../urls.ts';
import { groupIssues } from './group-issues.ts';

/** One cause: what failed, why, what to do, and what people say about it. */
export function groupCard(
  view: JobPageView,
  group: Group,
  { isAlone = false, isOpen = true }: { isAlone?: boolean; isOpen?: boolean } = {},
): Html {
  const { position, analysis, tests, isNew, isReviewed } = group;
  const id = `g${position}`;
  const { classification } = analysis;
  return html`<article
    class="card group ${isReviewed && 'is-reviewed'}"
    id="${id}"
    data-item
    tabindex="-1"
    aria-labelledby="${id}-title"
  >
    <header class="group-head">
      <p class="group-facts">
        ${classBadge(classification)} ${isNew && badge('warn', 'New')}
        ${tests.every(({ isKnown }) => isKnown) && badge('quiet', 'Known')}
        ${isReviewed && badge('good', 'Reviewed')}
        <span class="muted">${count(tests.length, 'test')}${scopeText(group)}</span>
      </p>
      <h3 id="${id}-title"><a href="#${id}">${titleOf(view, group)}</a></h3>
    </header>
    ${groupIssues(view, group)}
    <details class="group-body" ${isOpen && html`open`}>
      <summary>Why, and what to do</summary>
      <div class="stack">
        <p class="next-step">${classWords(classification).next}</p>
        ${ownersNote(view, group)} ${changedNote(view, group)} ${correctionNote(view, group)}
        ${failureText(view, group)} ${modelText(view, group)} ${consoleText(view, group)}
        ${group.debate && debate(group.debate, view.programs)}
        ${groupTests(view, group, { isAlone })} ${discussion(view, group)} ${askModel(view, group)}
        ${changeClass(view, [group])}
      </div>
    </details>
    ${reviewAll(view, group)}
  </article>`;
}

function scopeText({ child_job_name: name, child_build_number: build }: Group): string {
  return name === '' ? '' : ` in ${name} #${build}`;
}

const maxTitleLength = 160;

/** The title of the bug, else the first line of the error, else the first test. */
function titleOf(view: JobPageView, { analysis, tests }: Group): string {
  const report = analysis.product_bug_report;
  const [line = ''] = tests[0] ? problemOf(view, tests[0]).error.trim().split('\n', 1) : [];
  const title = (report && report.title) || line.trim() || tests[0]?.name || 'No error message';
  return title.length > maxTitleLength ? `${title.slice(0, maxTitleLength)}…` : title;
}

/** One press checks off the whole group. */
function reviewAll(view: JobPageView, { position, tests, isReviewed }: Group): Html {
  return jobForm(view, {
    task: 'review',
    done: isReviewed ? 'Marked as not reviewed.' : 'Marked as reviewed.',
    anchor: `#g${position}`,
    look: 'group-foot',
    body: html`<input type="hidden" name="group" value="${position}" />
      <button class="button" name="mark" value="${isReviewed ? 'no' : 'yes'}" data-review>
        ${isReviewed ? 'Mark as not reviewed' : 'Mark as reviewed'}
      </button>
      <span class="muted"
        >${tests.filter(({ reviewedBy }) => reviewedBy !== null).length} of
        ${count(tests.length, 'test')}</span
      >`,
  });
}

/** More are on the page of the group alone. */
const testsPerGroup = 20;
const testsPerPage = 200;

/** The tests of a group with their review marks; one form for all of them. */
function groupTests(
  view: JobPageView,
  group: Group,
  { isAlone }: { readonly isAlone: boolean },
): Html {
  const { tests, position } = group;
  const most = isAlone ? testsPerPage : testsPerGroup;
  const shown = tests.slice(0, most);
  const list = jobForm(view, {
    task: 'review',
    done: 'Saved.',
    anchor: `#g${position}`,
    body: html`<ul class="tests" role="list">
        ${shown.map((test) => testLine(view, group, test))}
      </ul>
      ${
        shown.length < tests.length &&
        html`<p class="hint">
          ${
            isAlone
              ? `${count(tests.length - shown.length, 'more test')} in the downloads.`
              : html`<a href="${withQuery(jobUrl(view.job.id), { group: position })}"
                  >All ${count(tests.length, 'test')}</a
                >`
          }
        </p>`
      }`,
  });
  return html`<details
    class="more group-tests"
    data-key="tests"
    ${(isAlone || tests.length <= 3) && html`open`}
  >
    <summary>${count(tests.length, 'test')}</summary>
    ${list}
  </details>`;
}

function testLine(view: JobPageView, group: Group, test: GroupTest): Html {
  const { position, name, isNew, isKnown, reviewedBy } = test;
  const isReviewed = reviewedBy !== null;
  return html`<li data-key="t${position}">
    <button
      class="mark-button"
      name="mark"
      value="${isReviewed ? 'no' : 'yes'}:${position}"
      aria-pressed="${isReviewed ? 'true' : 'false'}"
      title="${isReviewed ? `Reviewed by ${reviewedBy}` : 'Mark as reviewed'}"
    >
      <span class="visually-hidden">Reviewed: ${name}</span>
    </button>
    ${testLink(name)} ${isNew && badge('warn', 'New')} ${isKnown && badge('quiet', 'Known')}
    ${ownError(view, test, group)}
  </li>`;
}
