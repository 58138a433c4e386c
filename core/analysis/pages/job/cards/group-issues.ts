import { html, type Html } from '#core/web/html.ts';
import { field } from '#core/web/parts/form.ts';
import type { Group } from '../view/groups.ts';
import { jobForm } from '../view/job-form.ts';
import type { JobPageView } from '../view/job-view.ts';
import { jobUrl, withQuery } from '../../urls.ts';

/** Issues that belong to the tests of a cause, and the ways to file one and to link one. */
export function groupIssues(view: JobPageView, group: Group): Html {
  const { job, issues, canFileIssues } = view;
  const names = new Set(group.tests.map(({ name }) => name));
  const ownIssues = issues.filter(
    ({ test_name, child_job_name, child_build_number }) =>
      names.has(test_name) &&
      child_job_name === group.child_job_name &&
      child_build_number === group.child_build_number,
  );
  const address = withQuery(`${jobUrl(job.id)}/issue`, { group: group.position });
  return html`<p class="facts-line">
      ${ownIssues.map(
        ({ url, key, number, title }) =>
          html`<span
            ><a href="${url}" title="${title}" rel="noopener noreferrer"
              >${key || (number === 0 ? 'Issue' : `Issue #${number}`)}</a
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
    </p>
    <details class="more" data-key="issue">
      <summary>Link an existing issue</summary>
      ${jobForm(view, {
        task: 'link-issue',
        done: 'The issue is linked.',
        anchor: `#g${group.position}`,
        body: html`<input type="hidden" name="group" value="${group.position}" />
          <div class="inline-form">
            ${field(`issue-${group.position}`, { name: 'url', label: 'Address of the issue', type: 'url', required: true, maxLength: 2_000 })}
            <button class="button">Link issue</button>
          </div>`,
      })}
    </details>`;
}
