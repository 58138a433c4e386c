import { html, type Html } from '#core/web/html.ts';
import { clock, notice, progress } from '#core/web/parts/feedback.ts';
import { isOpen } from '../../tables.ts';
import type { JobPageView } from './job-view.ts';
import { phaseText } from '../words.ts';

/** How far an open analysis is, or why one has failed. */
export function running({ job, now }: JobPageView): Html | false {
  const { status, progress_phase: phase, progress_log: log, groups, done_groups: done } = job;
  if (status === 'failed') return failure(job.error);
  if (!isOpen(job)) return false;
  const isCounted = groups > 0;
  const began = Date.parse(job.analysis_started_at ?? job.created_at);
  return html`<section class="card" aria-label="Progress">
    <div class="stack">
      ${progress('Progress of the analysis', {
        ...(isCounted && { value: done, max: groups }),
        text: isCounted ? `${phaseText(phase)}: ${done} of ${groups} groups` : phaseText(phase),
      })}
      <p class="muted">
        ${clock((now.getTime() - began) / 1000)}. This page follows the analysis; you can close it.
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
function failure(error: string | null): Html {
  const text = error ?? 'The analysis failed.';
  const next = text.startsWith('Analysis cancelled')
    ? 'Its failures are stored: “Analyze again” starts over.'
    : 'Correct the cause if it names one, then press “Analyze again”: the failures are stored.';
  return notice(
    'bad',
    html`<p class="break"><strong>${text}</strong></p>
      <p>${next}</p>`,
  );
}
