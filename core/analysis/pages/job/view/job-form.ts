import type { Question } from '#core/web/frame.ts';
import { html, type Html } from '#core/web/html.ts';
import { asked } from '#core/web/parts/asked.ts';
import { jobUrl } from '../../urls.ts';
import type { JobPageView } from './job-view.ts';

interface JobForm {
  readonly task: string;
  readonly body: Html;
  /** Announced after it. */
  readonly done: string;
  /** After it: `reset`, `reload` or a path. */
  readonly next?: string;
  readonly question?: Question;
  /** Where the page goes on without script. */
  readonly anchor?: string;
  readonly look?: string;
}

/** A form of the job's page. Without a name it is sent natively: the answer asks for the name. */
export function jobForm(
  { job, username, address }: Pick<JobPageView, 'job' | 'username' | 'address'>,
  { task, body, done, next, question, anchor = '', look = '' }: JobForm,
): Html {
  return html`<lantern-form
    done="${done}"
    ${username === '' && html`native`}
    ${next !== undefined && html`next="${next}"`}
    ${question && asked(question)}
  >
    <form class="${look}" method="post" action="${jobUrl(job.id)}">
      <input type="hidden" name="task" value="${task}" />
      <input type="hidden" name="back" value="${`${address}${anchor}`}" />
      ${body}
    </form>
  </lantern-form>`;
}
