import type { OldCopies } from '#core/platform/ports/logs.ts';
import type { Question } from '#core/web/frame.ts';
import { html, type Html } from '#core/web/html.ts';
import { asked } from '#core/web/parts/asked.ts';
import { formError } from '#core/web/parts/form.ts';
import { count } from '#core/text/count.ts';

export const deletionQuestion: Question = {
  question: 'Delete the old log files?',
  text: 'They cannot be restored. From now on, each day of the log is deleted once it is past the retention.',
  verb: 'Delete',
  back: '/logs',
};

/** Old files of another server that somebody copied into the folder. */
export function copiesNotice({ files, from, to }: OldCopies, mayDelete: boolean): Html {
  const days = from === to ? `from ${from}` : `from ${from} to ${to}`;
  return html`<div class="notice warn log-notice">
    <p>
      ${count(files, 'log file')} ${days} ${files === 1 ? 'is' : 'are'} past the retention. Nothing
      is deleted until you decide. To keep more days, set <code>LOG_RETENTION_DAYS</code>.
      ${!mayDelete && 'To delete them, open this page on the server’s machine or sign in with LOGS_KEY.'}
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
