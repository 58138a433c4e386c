import { html, type Html } from '#core/web/html.ts';
import { progress } from '#core/web/parts/feedback.ts';
import { count } from '#core/text/count.ts';
import type { Comparison } from '../../base/schema/views.ts';
import { classBar, classCount, classes, classWords, jobName } from '../words.ts';
import { jobUrl, withQuery } from '../urls.ts';
import { isOpen } from '../../base/tables/job-tables.ts';
import type { JobPageView } from './view/job-view.ts';
import type { ChildJobAnalysis } from '../../base/schema/result.ts';

/** What a reader wants first: how much of what, what is new, and how much is checked off. */
export function overview(view: JobPageView): Html | false {
  const { job, counts, failures, reviewed, selection, comparison } = view;
  if (isOpen(job) || failures === 0) return false;
  return html`<section class="card overview" aria-labelledby="overview-title">
    <h2 id="overview-title">${count(failures, 'failure')}, ${count(selection.all, 'cause')}</h2>
    ${classBar(counts)}
    <p class="filters" role="group" aria-label="Causes by class">
      ${classes
        .filter((each) => counts[each] > 0)
        .map((each) => {
          const { slug, tone } = classWords(each);
          const isCurrent = selection.class === each;
          const to = { class: isCurrent ? undefined : slug, only: selection.only };
          return html`<a
            class="filter ${tone}"
            href="${`${withQuery(jobUrl(job.id), to)}#causes`}"
            ${isCurrent && html`aria-current="true"`}
            ><span class="dot"></span>${classCount(each, counts[each])}</a
          >`;
        })}
    </p>
    ${comparison && comparisonLine(view, comparison)}
    ${progress('Reviewed failures', {
      value: reviewed,
      max: failures,
      text: `${reviewed.toLocaleString('en')} of ${count(failures, 'failure')} reviewed`,
    })}
  </section>`;
}

const maxNames = 50;

function comparisonLine({ job }: JobPageView, comparison: Comparison): Html {
  const { compared_with, fixed, not_run = [], known = [] } = comparison;
  if (compared_with === null) {
    return html`<p class="muted">There is no earlier run to compare with.</p>`;
  }
  const added = comparison.new.length;
  return html`<div class="comparison">
    <p>
      Since <a href="${jobUrl(compared_with)}">the analysis before</a>:
      ${
        added > 0
          ? html`<a href="${`${withQuery(jobUrl(job.id), { only: 'new' })}#causes`}"
              ><strong>${added.toLocaleString('en')} new</strong></a
            >`
          : html`<strong>nothing new</strong>`
      },
      ${fixed.length.toLocaleString('en')} fixed,
      ${comparison.still_failing.length.toLocaleString('en')} still
      failing${not_run.length > 0 && `, ${not_run.length.toLocaleString('en')} not run`}${known.length > 0 && `, ${known.length.toLocaleString('en')} known to fail`}.
    </p>
    ${names('Fixed tests', fixed)} ${names('Tests that failed before and did not run now', not_run)}
  </div>`;
}

function names(summary: string, all: readonly string[]): Html | false {
  if (all.length === 0) return false;
  return html`<details class="more">
    <summary>${summary}</summary>
    <ul class="names">
      ${all.slice(0, maxNames).map((name) => html`<li>${name}</li>`)}
    </ul>
    ${all.length > maxNames && html`<p class="hint">And ${all.length - maxNames} more.</p>`}
  </details>`;
}

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
