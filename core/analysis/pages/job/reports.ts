import type { Environment } from '#core/platform/ports/environment.ts';
import { html, type Html } from '#core/web/html.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import { readCapabilities } from '../../base/configuration/capabilities.ts';
import { analysisSettings } from '../../base/settings.ts';
import type { Job } from '../../base/tables/job-tables.ts';
import { jobForm } from './view/job-form.ts';
import type { JobPageView } from './view/job-view.ts';

export function canPushReports(
  environment: Environment,
  { status, ci_url }: Pick<Job, 'status' | 'ci_url'>,
): boolean {
  const isConfigured =
    readCapabilities(environment).reports &&
    analysisSettings(environment).PUBLIC_BASE_URL !== undefined;
  return isConfigured && status === 'completed' && ci_url !== '';
}

/** The button of the report portal, and what the last push did. */
export function reports(view: JobPageView): Html | false {
  const { job, canPushReports: canPush } = view;
  const { reports_push: last } = job;
  if (!canPush && last === null) return false;
  return html`<section class="card" aria-labelledby="reports-title" id="reports">
    <h2 id="reports-title">Report portal</h2>
    ${
      last === null
        ? html`<p>Sets the classes of this analysis on the failed items of the build’s launch.</p>`
        : outcome(last, view.now)
    }
    ${
      canPush &&
      jobForm(view, {
        task: 'push-reports',
        done: 'Pushed to the report portal. The result is in its section.',
        anchor: '#reports',
        body: html`<button class="button">
          ${last === null ? 'Push to the report portal' : 'Push again'}
        </button>`,
      })
    }
  </section>`;
}

function outcome(last: NonNullable<Job['reports_push']>, now: Date): Html {
  const { pushed, unmatched, errors, launch_id, username, at } = last;
  const { names } = unmatched;
  return html`<p>
      ${launch_id === null ? 'No launch' : `Launch ${launch_id}`}: ${count(pushed, 'item')}
      ${pushed === 1 ? 'has' : 'have'} the class of this analysis. Pushed
      ${ago(at, now)}${username !== '' && html` by ${username}`}.
    </p>
    ${errors.map((error) => html`<p class="notice warn break">${error}</p>`)}
    ${
      unmatched.count > 0 &&
      html`<details class="more">
        <summary>${count(unmatched.count, 'test')} without a class or an exact match</summary>
        <ul class="names">
          ${names.map((name) => html`<li>${name}</li>`)}
        </ul>
        ${unmatched.count > names.length && html`<p class="hint">And ${unmatched.count - names.length} more.</p>`}
      </details>`
    }`;
}
