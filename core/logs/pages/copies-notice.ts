import type { OldCopies } from '#core/platform/ports/logs.ts';
import type { Question } from '#core/web/frame.ts';
import { html, type Html } from '#core/web/html.ts';
import { asked } from '#core/web/parts/asked.ts';
import { formError } from '#core/web/parts/form.ts';
import { count } from '#core/text/count.ts';

export const deletionQuestion: Question = {
  question: 'Delete the old log files?',
  text: 'They cannot be restored. From now on each day is deleted when it is older than the retention.',
  verb: 'Delete',
  back: '/logs',
};

/** Old files of another server that somebody copied into the folder. */
export function copiesNotice({ files, from, to }: OldCopies, mayDelete: boolean): Html {
  const days = from === to ? `of ${from}` : `of ${from} to ${to}`;
  return html`<div class="notice warn log-notice">
    <p>
      ${count(files, 'log file')} ${days} are beyond the retention, and no file is deleted before
      you decide. To keep them, set <code>LOG_RETENTION_DAYS</code> to as many days as you need.
      ${!mayDelete && 'To delete them, open this page on the server’s machine or log in with LOGS_KEY.'}
    </p>
    ${
      mayDelete &&
      html`<lantern-form ${asked(deletionQuestion)} next="/logs">
        <form method="post" action="/logs/retention">
          ${formError()}<button class="button">Delete old files</button>
        </form>
      </lantern-form>`
    }
  </div>`;
}
