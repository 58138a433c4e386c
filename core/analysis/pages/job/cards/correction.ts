import { html, type Html } from '#core/web/html.ts';
import { ago } from '#core/web/words.ts';
import { classWords } from '../../words.ts';
import type { Group } from '../view/groups.ts';
import { jobForm } from '../view/job-form.ts';
import type { JobPageView } from '../view/job-view.ts';
import { explanation } from './explanation.ts';

/** Who changed the class, when and why, with the way back. */
export function correctionNote(view: JobPageView, group: Group): Html | false {
  const { correction, isRemembered, position } = group;
  if (!correction) {
    return (
      isRemembered &&
      html`<p class="hint">
        Set by people for the same error before: <a href="/corrections">corrections</a>.
      </p>`
    );
  }
  const { username, at, reason, before } = correction;
  return html`<div class="notice info">
    <p>
      Changed from ${classWords(before).name}
      ${username !== '' && html`by <strong>${username}</strong>`}
      ${ago(at, view.now)}${reason !== '' && html`: <span class="break">${reason}</span>`}
    </p>
    ${jobForm(view, {
      task: 'undo',
      done: 'The class of the analysis is back.',
      anchor: `#g${position}`,
      body: html`<input type="hidden" name="group" value="${position}" />
        <button class="button">Undo</button>`,
    })}
  </div>`;
}

/** What the model wrote; under another class than its own it is folded. */
export function modelText(view: JobPageView, { analysis, correction }: Group): Html {
  const text = explanation(analysis, view.link);
  if (!correction || correction.before === analysis.classification) return text;
  return html`<details class="more" data-key="before">
    <summary>What the model wrote for ${classWords(correction.before).name}</summary>
    ${text}
  </details>`;
}
