import { html, type Html } from '#core/web/html.ts';
import { offline } from '#core/ai/provider-ids.ts';
import { formError, textArea } from '#core/web/parts/form.ts';
import { maxWords } from '../../../results/questions/schema.ts';
import type { Group } from '../view/groups.ts';
import { jobForm } from '../view/job-form.ts';
import type { JobPageView } from '../view/job-view.ts';

/** A question about a cause, and another analysis of it with a hint. The offline analyst takes neither. */
export function askModel(view: JobPageView, { position }: Group): Html | false {
  if (view.job.ai_provider === offline) return false;
  const anchor = `#g${position}`;
  const group = html`<input type="hidden" name="group" value="${position}" />`;
  return html`<details class="more" data-key="ask">
    <summary>Ask a question, or analyze again with a hint</summary>
    <div class="stack">
      ${jobForm(view, {
        task: 'ask',
        done: 'The answer was added as a comment.',
        anchor,
        look: 'form',
        body: html`${formError()} ${group}
          ${textArea(`ask-${position}`, {
            name: 'question',
            label: 'Question',
            rows: 2,
            maxLength: maxWords,
            required: true,
            hint: 'The model answers in a comment. Its quotes are verified; its statements are not.',
          })} <button class="button">Ask</button>`,
      })}
      ${jobForm(view, {
        task: 'analyze-failure',
        done: 'The new analysis has started.',
        next: '/results/{job_id}',
        anchor,
        look: 'form',
        body: html`${formError()} ${group}
          ${textArea(`hint-${position}`, {
            name: 'hint',
            label: 'Hint',
            rows: 2,
            maxLength: maxWords,
            required: true,
            hint: 'Something you know that the logs do not say. This starts a new analysis.',
          })} <button class="button">Analyze again</button>`,
      })}
    </div>
  </details>`;
}
