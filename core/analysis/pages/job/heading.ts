import { providerTitle } from '#core/ai/providers.ts';
import { duration } from '#core/web/duration.ts';
import { html, type Html } from '#core/web/html.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import { dollars } from '#core/text/dollars.ts';
import { isOpen } from '../../base/tables/job-tables.ts';
import { jobUrl } from '../urls.ts';
import { jobName, outcomeBadge, plainSummary } from '../words.ts';
import { jobForm } from './view/job-form.ts';
import type { JobPageView } from './view/job-view.ts';
import { cancelAnalysis, deleteAnalysis } from './view/questions.ts';

export function heading(view: JobPageView): Html {
  const { job, now } = view;
  const { completed_at, analysis_started_at: began, created_by, repeats, ci_url, source } = job;
  const { branch = null, commit = null, run_url = null } = source ?? {};
  const seconds =
    completed_at === null || began === null
      ? undefined
      : (Date.parse(completed_at) - Date.parse(began)) / 1000;
  return html`<div class="page-heading">
    <div class="title-line">
      <h1>${jobName(job)}</h1>
      ${outcomeBadge(job)}
    </div>
    ${job.summary !== '' && html`<p class="lead break">${plainSummary(job.summary)}</p>`}
    <p class="facts-line">
      <span
        >Started ${ago(job.created_at, now)}${created_by !== '' && html` by ${created_by}`}</span
      >
      ${seconds !== undefined && html`<span>took ${duration(seconds)}</span>`}
      ${/^https?:/.test(ci_url) && html`<span><a href="${ci_url}" rel="noopener noreferrer">Build</a></span>`}
      ${run_url !== null && html`<span><a href="${run_url}" rel="noopener noreferrer">Run</a></span>`}
      ${branch !== null && html`<span>branch ${branch}</span>`}
      ${commit !== null && html`<span>commit <code>${commit.slice(0, 12)}</code></span>`}
      ${repeats !== null && html`<span>repeats <a href="${jobUrl(repeats)}">an earlier analysis</a></span>`}
      ${job.params.hint !== undefined && html`<span>with the hint “${job.params.hint}”</span>`}
      <span>${job.writer ?? `${providerTitle(job.ai_provider)}, ${job.ai_model}`}</span>
      ${usage(view)}
    </p>
    ${actions(view)}
  </div>`;
}

/** What it cost is for administrators, as on the page of the token usage. */
function usage({ usage: { calls, input_tokens, output_tokens, cost_usd }, caller }: JobPageView) {
  if (calls === 0) return false;
  const tokens = input_tokens + output_tokens;
  return html`<span
    >${count(calls, 'call')}${tokens > 0 && html`, ${count(tokens, 'token')}`}${caller.isAdmin && cost_usd > 0 && html`, ${dollars(cost_usd)}`}</span
  >`;
}

function actions(view: JobPageView): Html {
  const { job, caller } = view;
  const url = jobUrl(job.id);
  const isUnfinished =
    job.status === 'failed' || (job.failure_count > 0 && job.unclassified === job.failure_count);
  if (isOpen(job)) {
    return html`<div class="row-actions">
      ${jobForm(view, {
        task: 'cancel',
        done: 'The analysis is being cancelled.',
        question: cancelAnalysis(url),
        body: html`<button class="button">Cancel the analysis</button>`,
      })}
    </div>`;
  }
  return html`<div class="row-actions">
    ${
      job.status === 'completed' &&
      html`<a class="button" href="${`${url}/sarif`}" download>SARIF</a
        ><a class="button" href="${`${url}?format=json`}" download="${`${job.id}.json`}">JSON</a>`
    }
    ${job.has_xml && job.status === 'completed' && html`<a class="button" href="${`${url}/enriched.xml`}" download>JUnit XML with the analysis</a>`}
    ${jobForm(view, {
      task: 're-analyze',
      done: 'The analysis is repeated.',
      next: '/results/{job_id}',
      body: html`<button class="button ${isUnfinished && 'primary'}">Analyze again</button>`,
    })}
    ${
      caller.isAdmin &&
      jobForm(view, {
        task: 'delete',
        done: 'The analysis was deleted.',
        next: '/',
        question: deleteAnalysis(url),
        body: html`<button class="button quiet delete">Delete</button>`,
      })
    }
  </div>`;
}
