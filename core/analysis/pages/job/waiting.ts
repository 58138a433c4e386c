import { html, type Html } from '#core/web/html.ts';
import { clockTime } from '#core/web/words.ts';
import { mostErrors } from '../../builds/wait-for-build.ts';
import type { Job } from '../../tables.ts';

/** When the build is looked at again, and how long the analysis waits for it. */
export function waiting({ status, waiting: wait, build }: Job): Html | false {
  if (status !== 'waiting' || !wait) return false;
  const { next_look, deadline, errors } = wait;
  return html`<p class="muted">
    ${errors > 0 && html`The build server did not answer the last time (${errors} in a row; at ${mostErrors} the analysis fails). `}
    The build is looked at again at ${clockTime(next_look)}, every
    ${build?.poll_interval_minutes ?? 0} min.
    ${
      deadline === null
        ? 'There is no limit to the wait.'
        : html`If it still runs at <strong>${clockTime(deadline)}</strong>, the analysis fails.`
    }
  </p>`;
}
