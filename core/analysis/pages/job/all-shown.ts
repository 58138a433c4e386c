import { count } from '#core/text/count.ts';
import { html, type Html } from '#core/web/html.ts';
import { changeClass } from './cards/change-class.ts';
import { jobForm } from './view/job-form.ts';
import type { JobPageView } from './view/job-view.ts';

/** Reviews, or changes the class of, all causes that are shown: the filters above choose them. */
export function allShown(view: JobPageView): Html | false {
  const { shown } = view.selection;
  if (shown.length < 2) return false;
  const names = shown.map(({ position }) => position).join();
  const isReviewed = shown.every((group) => group.isReviewed);
  return html`<section class="card group section-gap" aria-labelledby="shown-title">
    <h3 id="shown-title">All ${count(shown.length, 'cause')} shown</h3>
    ${changeClass(view, shown)}
    ${jobForm(view, {
      task: 'review',
      done: isReviewed ? 'Marked as not reviewed.' : 'Marked as reviewed.',
      anchor: '#causes',
      look: 'group-foot',
      body: html`<input type="hidden" name="groups" value="${names}" />
        <button class="button" name="mark" value="${isReviewed ? 'no' : 'yes'}">
          ${isReviewed ? 'Mark all as not reviewed' : 'Mark all as reviewed'}
        </button>
        <span class="muted">${count(shown.flatMap(({ tests }) => tests).length, 'test')}</span>`,
    })}
  </section>`;
}
