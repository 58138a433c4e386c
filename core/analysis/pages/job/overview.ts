import { html, type Html } from '#core/web/html.ts';
import { progress } from '#core/web/parts/feedback.ts';
import { count } from '#core/web/words.ts';
import type { Comparison } from '#core/analysis/base/schema/views.ts';
import { classBar } from '../charts/class-bar.ts';
import { jobUrl, withQuery } from '../urls.ts';
import { isOpen } from '#core/analysis/base/tables/tables.ts';
import { classes, classWords } from '../words.ts';
import type { JobPageView } from './view/job-view.ts';

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
          const { name, slug, tone } = classWords(each);
          const isCurrent = selection.class === each;
          const to = { class: isCurrent ? undefined : slug, only: selection.only };
          return html`<a
            class="filter ${tone}"
            href="${`${withQuery(jobUrl(job.id), to)}#causes`}"
            ${isCurrent && html`aria-current="true"`}
            ><span class="dot"></span>${counts[each].toLocaleString('en')} ${name}</a
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

const mostNames = 50;

function comparisonLine({ job }: JobPageView, comparison: Comparison): Html {
  const { compared_with, fixed } = comparison;
  if (compared_with === null) {
    return html`<p class="muted">First analysis of its kind: there is none to compare with.</p>`;
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
      ${comparison.still_failing.length.toLocaleString('en')} still failing.
    </p>
    ${
      fixed.length > 0 &&
      html`<details class="more">
        <summary>Fixed tests</summary>
        <ul class="names">
          ${fixed.slice(0, mostNames).map((name) => html`<li>${name}</li>`)}
        </ul>
        ${fixed.length > mostNames && html`<p class="hint">And ${fixed.length - mostNames} more.</p>`}
      </details>`
    }
  </div>`;
}
