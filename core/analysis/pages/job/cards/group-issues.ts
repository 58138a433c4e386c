import { html, type Html } from '#core/web/html.ts';
import { jobUrl, withQuery } from '../../urls.ts';
import type { Group } from '../view/groups.ts';
import type { JobPageView } from '../view/job-view.ts';

/** Issues that were filed for the tests of a cause, and the way to file one. */
export function groupIssues(view: JobPageView, group: Group): Html | false {
  const { job, issues, canFileIssues } = view;
  const names = new Set(group.tests.map(({ name }) => name));
  const filed = issues.filter(
    ({ test_name, child_job_name, child_build_number }) =>
      names.has(test_name) &&
      child_job_name === group.child_job_name &&
      child_build_number === group.child_build_number,
  );
  if (filed.length === 0 && !canFileIssues) return false;
  const address = withQuery(`${jobUrl(job.id)}/issue`, { group: group.position });
  return html`<p class="facts-line">
    ${filed.map(
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
          >${filed.length === 0 ? 'Report as an issue' : 'Report again'}<span
            class="visually-hidden"
          >
            , cause ${group.position + 1}</span
          ></a
        ></span
      >`
    }
  </p>`;
}
