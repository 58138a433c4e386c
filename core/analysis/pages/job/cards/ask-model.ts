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
    <summary>Ask about it, or analyze it again with a hint</summary>
    <div class="stack">
      ${jobForm(view, {
        task: 'ask',
        done: 'The answer is a comment.',
        anchor,
        look: 'form',
        body: html`${formError()} ${group}
          ${textArea(`ask-${position}`, {
            name: 'question',
            label: 'Question',
            rows: 2,
            maxLength: maxWords,
            required: true,
            hint: 'The model answers in a comment. Its quotes are looked up; its sentences are not checked.',
          })} <button class="button">Ask</button>`,
      })}
      ${jobForm(view, {
        task: 'analyze-failure',
        done: 'It is analyzed again.',
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
            hint: 'What you know, and the logs do not say. The answer is an analysis of its own.',
          })} <button class="button">Analyze again</button>`,
      })}
    </div>
  </details>`;
}
