import { html, type Html } from '#core/web/html.ts';
import { classes, classWords } from '../../words.ts';
import type { Group } from '../view/groups.ts';
import { jobForm } from '../view/job-form.ts';
import type { JobPageView } from '../view/job-view.ts';

/** The form for one cause, or for several at once. */
export function changeClass(view: JobPageView, groups: readonly Group[]): Html {
  const names = groups.map(({ position }) => position).join();
  const id = `class-${groups.length === 1 ? names : 'shown'}`;
  const [first] = groups;
  const current = groups.length === 1 ? first?.analysis.classification : undefined;
  return html`<details class="more" data-key="class">
    <summary>Change the class</summary>
    ${jobForm(view, {
      task: 'override',
      done: groups.length === 1 ? 'The class was changed.' : 'The classes were changed.',
      anchor: groups.length === 1 ? `#g${names}` : '#causes',
      body: html`<input type="hidden" name="groups" value="${names}" />
        <div class="inline-form">
          <div class="field">
            <label for="${id}">Class</label>
            <select id="${id}" name="classification" aria-describedby="${id}-hint">
              ${classes
                .filter((each) => each !== '')
                .map(
                  (each) =>
                    html`<option value="${each}" ${each === current && html`selected`}>
                      ${classWords(each).name}
                    </option>`,
                )}
            </select>
            <p class="hint" id="${id}-hint">
              It applies to all failures with
              ${groups.length === 1 ? 'this error' : 'these errors'}, also in later analyses.
            </p>
          </div>
          <div class="field">
            <label for="${id}-why">Why (optional)</label>
            <input id="${id}-why" type="text" name="reason" maxlength="500" autocomplete="off" />
          </div>
          <button class="button">Change class</button>
        </div>`,
    })}
  </details>`;
}
