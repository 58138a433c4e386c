import { html, type Html } from '#core/web/html.ts';
import { badge } from '#core/web/parts/feedback.ts';
import { count } from '#core/web/words.ts';
import { testLink } from '../../test-link.ts';
import { jobUrl, withQuery } from '../../urls.ts';
import type { Group, GroupTest } from '../view/groups.ts';
import { jobForm } from '../view/job-form.ts';
import type { JobPageView } from '../view/job-view.ts';

/** More are on the page of the group alone. */
export const testsPerGroup = 20;
export const testsPerPage = 200;

/** The tests of a group with their review marks; one form for all of them. */
export function groupTests(
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
        ${shown.map(testLine)}
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

function testLine({ position, name, isNew, reviewedBy }: GroupTest): Html {
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
    ${testLink(name)} ${isNew && badge('warn', 'New')}
  </li>`;
}
