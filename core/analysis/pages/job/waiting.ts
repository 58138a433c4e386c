import { html, type Html } from '#core/web/html.ts';
import { clockTime, count } from '#core/web/words.ts';
import { mostErrors } from '#core/analysis/jobs/steps/wait-for-build.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';

/** When the build is looked at again, and how long the analysis waits for it. */
export function waiting({ status, waiting: wait, build }: Job): Html | false {
  if (status !== 'waiting' || !wait) return false;
  const { next_look, deadline, errors } = wait;
  return html`<p class="muted">
    Next look at the build: ${clockTime(next_look)}, then every ${build?.poll_interval_minutes ?? 0}
    min.
    ${errors > 0 && html`The build server failed ${count(errors, 'time')} in a row; after ${mostErrors} the analysis fails. `}
    ${
      deadline === null
        ? 'The wait has no limit.'
        : html`If the build still runs at <strong>${clockTime(deadline)}</strong>, the analysis
            fails.`
    }
  </p>`;
}
