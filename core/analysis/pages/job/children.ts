import { html, type Html } from '#core/web/html.ts';
import { count } from '#core/web/words.ts';
import type { ChildJobAnalysis } from '#core/analysis/base/schema/result.ts';
import { jobUrl, withQuery } from '../urls.ts';
import { jobName } from '../words.ts';
import type { JobPageView } from './view/job-view.ts';

/** The failed child jobs of a build, with their own below them. */
export function children(view: JobPageView): Html | false {
  const { children: all } = view;
  if (all.length === 0) return false;
  return html`<section class="section" aria-labelledby="children-title">
    <div class="section-heading"><h2 id="children-title">Failed child jobs</h2></div>
    <div class="card">${list(view, all)}</div>
  </section>`;
}

function list(view: JobPageView, jobs: readonly ChildJobAnalysis[]): Html {
  return html`<ul class="children">
    ${jobs.map((child) => {
      const { job_name, ci_url, failures, note, failed_children } = child;
      const causes = `${withQuery(jobUrl(view.job.id), { q: job_name })}#causes`;
      return html`<li>
        <p>
          <strong class="break">${jobName(child)}</strong>
          ${failures.length > 0 && html`<a href="${causes}">${count(failures.length, 'failure')}</a>`}
          ${ci_url !== null && html`<a href="${ci_url}" rel="noopener noreferrer">Build</a>`}
        </p>
        ${note !== null && html`<p class="muted break">${note}</p>`}
        ${failed_children.length > 0 && list(view, failed_children)}
      </li>`;
    })}
  </ul>`;
}
