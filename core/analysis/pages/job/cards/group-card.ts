import { html, type Html } from '#core/web/html.ts';
import { badge } from '#core/web/parts/feedback.ts';
import { count } from '#core/text/count.ts';
import { classBadge, classes, classWords, testLink } from '../../words.ts';
import { consoleText } from './console.ts';
import { failureText, ownError, problemOf } from './failure-text.ts';
import { correctionNote, modelText } from './correction.ts';
import { debate } from './explanation.ts';
import { discussion } from './discussion.ts';
import type { Group, GroupTest } from '../view/groups.ts';
import { jobForm } from '../view/job-form.ts';
import type { JobPageView } from '../view/job-view.ts';
import { jobUrl, withQuery } from '../../urls.ts';

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
        ${correctionNote(view, group)} ${failureText(view, group)} ${modelText(view, group)}
        ${consoleText(view, group)} ${group.debate && debate(group.debate, view.programs)}
        ${groupTests(view, group, { isAlone })} ${discussion(view, group)}
        ${changeClass(view, group)}
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
        ${isReviewed ? 'Not reviewed' : 'Mark as reviewed'}
      </button>
      <span class="muted"
        >${tests.filter(({ reviewedBy }) => reviewedBy !== null).length} of
        ${count(tests.length, 'test')}</span
      >`,
  });
}

function changeClass(view: JobPageView, { position, analysis }: Group): Html {
  const id = `class-${position}`;
  return html`<details class="more" data-key="class">
    <summary>Change the class</summary>
    ${jobForm(view, {
      task: 'override',
      done: 'The class was changed.',
      anchor: `#g${position}`,
      body: html`<input type="hidden" name="group" value="${position}" />
        <div class="inline-form">
          <div class="field">
            <label for="${id}">Class</label>
            <select id="${id}" name="classification" aria-describedby="${id}-hint">
              ${classes
                .filter((each) => each !== '')
                .map(
                  (each) =>
                    html`<option
                      value="${each}"
                      ${each === analysis.classification && html`selected`}
                    >
                      ${classWords(each).name}
                    </option>`,
                )}
            </select>
            <p class="hint" id="${id}-hint">
              It holds for all failures with this error, and later analyses take it over.
            </p>
          </div>
          <div class="field">
            <label for="${id}-why">Why (optional)</label>
            <input id="${id}-why" name="reason" maxlength="500" autocomplete="off" />
          </div>
          <button class="button">Change class</button>
        </div>`,
    })}
  </details>`;
}

/** Issues that were filed for the tests of a cause, and the way to file one. */
function groupIssues(view: JobPageView, group: Group): Html | false {
  const { job, issues, canFileIssues } = view;
  const names = new Set(group.tests.map(({ name }) => name));
  const ownIssues = issues.filter(
    ({ test_name, child_job_name, child_build_number }) =>
      names.has(test_name) &&
      child_job_name === group.child_job_name &&
      child_build_number === group.child_build_number,
  );
  if (ownIssues.length === 0 && !canFileIssues) return false;
  const address = withQuery(`${jobUrl(job.id)}/issue`, { group: group.position });
  return html`<p class="facts-line">
    ${ownIssues.map(
      ({ url, key, number, title }) =>
        html`<span
          ><a href="${url}" title="${title}" rel="noopener noreferrer"
            >${key === '' ? `Issue #${number}` : key}</a
          ></span
        >`,
    )}
    ${
      canFileIssues &&
      html`<span
        ><a href="${address}"
          >${ownIssues.length === 0 ? 'Report as an issue' : 'Report again'}<span
            class="visually-hidden"
          >
            , cause ${group.position + 1}</span
          ></a
        ></span
      >`
    }
  </p>`;
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
  const { position, name, isNew, reviewedBy } = test;
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
    ${testLink(name)} ${isNew && badge('warn', 'New')} ${ownError(view, test, group)}
  </li>`;
}
