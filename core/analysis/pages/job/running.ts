import { html, type Html } from '#core/web/html.ts';
import { clock, notice, progress } from '#core/web/parts/feedback.ts';
import { beginOf, isOpen, type Job, maxLookErrors } from '../../base/tables/job-tables.ts';
import type { JobPageView } from './view/job-view.ts';
import { phaseText } from '../words.ts';
import { clockTime } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';

/** How far an open analysis is, or why one has failed. */
export function running({ job, now }: JobPageView): Html | false {
  const { status, progress_phase: phase, progress_log: log, groups, done_groups: done } = job;
  if (status === 'failed') return failure(job);
  if (!isOpen(job)) return false;
  const isCounted = groups > 0;
  const began = Date.parse(beginOf(job));
  return html`<section class="card" aria-label="Progress">
    <div class="stack">
      ${progress('Progress of the analysis', {
        ...(isCounted && { value: done, max: groups }),
        text: isCounted ? `${phaseText(phase)}: ${done} of ${groups} groups` : phaseText(phase),
      })}
      ${waiting(job)}
      <p class="muted">
        Running for ${clock((now.getTime() - began) / 1000)}. This page updates by itself; you can
        close it.
      </p>
      ${
        log.length > 0 &&
        html`<ol class="phases">
          ${log.map((entry, at) => {
            const isCurrent = at === log.length - 1;
            return html`<li ${isCurrent && html`aria-current="step"`}>
              ${phaseText(entry.phase)}
            </li>`;
          })}
        </ol>`
      }
    </div>
  </section>`;
}

/** What failed and what to do next. */
function failure({ error, kind }: JobPageView['job']): Html {
  const text = error ?? 'The analysis failed.';
  const input =
    kind === 'build' ? 'the build is read again with the same settings' : 'the failures are stored';
  const next = text.startsWith('Analysis cancelled')
    ? `“Analyze again” starts over: ${input}.`
    : `Fix the cause if one is shown, then press “Analyze again”: ${input}.`;
  return notice(
    'bad',
    html`<p class="break"><strong>${text}</strong></p>
      <p>${next}</p>`,
  );
}

/** When the build is looked at again, and how long the analysis waits for it. */
function waiting({ status, waiting: wait, build }: Job): Html | false {
  if (status !== 'waiting' || !wait) return false;
  const { next_look, deadline, errors } = wait;
  return html`<p class="muted">
    Next check of the build: ${clockTime(next_look)}, then every
    ${build?.poll_interval_minutes ?? 0} min.
    ${errors > 0 && html`The build server failed ${count(errors, 'time')} in a row; after ${maxLookErrors} the analysis fails. `}
    ${
      deadline === null
        ? 'There is no time limit.'
        : html`If the build is still running at <strong>${clockTime(deadline)}</strong>, the
            analysis fails.`
    }
  </p>`;
}
