import { count } from '#core/text/count.ts';
import type { WebhookSummary } from '#core/platform/ports/logs.ts';
import { html, type Html } from '#core/web/html.ts';
import { badge, notice } from '#core/web/parts/feedback.ts';
import { withCode } from '#core/web/with-code.ts';
import { flowOfSummary, type FlowStep } from '../reading/flow.ts';
import type { Verdict } from '../reading/pull-verdicts.ts';
import { visibleText } from '../text/visible-text.ts';
import { stepState } from './flow.ts';
import { deliveryUrl } from './page-query.ts';
import { durationText, eventText, stateBadge } from './states.ts';

type Time = (time: string) => string;

/** What stands between the pull request and its merge. */
export function missingNotice(
  verdict: Verdict | undefined,
  close: WebhookSummary | undefined,
  time: Time,
): Html {
  if (close) {
    return notice('info', html`<p>${closeText(close)} on ${time(close.timing.started_at)}.</p>`);
  }
  if (!verdict) {
    return notice('info', html`<p>Not evaluated yet.</p>`);
  }
  const asOf = html`<p>As of ${time(verdict.time)}.</p>`;
  if (verdict.outcome === 'passed') {
    return notice(
      'good',
      html`<p>Nothing is missing: it can be merged.</p>
        ${asOf}`,
    );
  }
  if (verdict.reasons.length === 0) {
    return notice(
      'info',
      html`<p>The code host is still checking for conflicts.</p>
        ${asOf}`,
    );
  }
  return notice(
    'warn',
    html`<p>It cannot be merged yet:</p>
      ${reasonList(verdict)} ${asOf}`,
  );
}

function reasonList({ reasons }: Verdict): Html {
  return html`<ul>
    ${reasons.map((reason) => html`<li class="break">${withCode(visibleText(reason))}</li>`)}
  </ul>`;
}

/** Deliveries and later evaluations, the oldest first. */
export function pullTimeline(
  summaries: readonly WebhookSummary[],
  verdicts: readonly Verdict[],
  time: Time,
): Html {
  const items = [
    ...summaries.map((summary) => ({
      at: summary.timing.started_at,
      item: deliveryItem(summary, time),
    })),
    ...verdicts.map((verdict) => ({ at: verdict.time, item: verdictItem(verdict, time) })),
  ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return html`<ol class="pull-timeline" aria-labelledby="timeline-title">
    ${items.map(({ item }) => item)}
  </ol>`;
}

function deliveryItem(summary: WebhookSummary, time: Time): Html {
  const { hook_id, sender, status, timing, error } = summary;
  const { steps } = flowOfSummary(summary);
  return html`<li class="pull-event">
    <div class="pull-event-head">
      <h3>${visibleText(titleOf(summary))}</h3>
      ${sender !== null && html`<span>by ${visibleText(sender)}</span>`}
      ${status !== 'success' && stateBadge(status)}
      <span class="pull-event-time">${time(timing.started_at)}</span>
    </div>
    ${error !== null && html`<p class="flow-error break">${visibleText(error)}</p>`}
    <details class="more">
      <summary>${count(steps.length, 'step')}, ${durationText(timing.duration_ms)}</summary>
      <ul class="pull-steps">
        ${steps.map(stepLine)}
      </ul>
      <p><a href="${deliveryUrl(hook_id)}">Show the delivery and its log entries</a></p>
    </details>
  </li>`;
}

const maxDetails = 400;

function stepLine({ step_name, duration_ms, step_details, ...step }: FlowStep): Html {
  const details = Object.entries(step_details ?? {})
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join(', ');
  return html`<li>
    <strong class="break">${visibleText(step_name)}</strong>
    ${stepState(step, false)} ${duration_ms !== null && durationText(duration_ms)}
    ${details !== '' && html`<p class="break">${visibleText(details.slice(0, maxDetails))}</p>`}
    ${step.error && html`<p class="flow-error break">${visibleText(step.error.message)}</p>`}
  </li>`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function verdictItem(verdict: Verdict, time: Time): Html {
  const { outcome, reasons, cursor } = verdict;
  const result =
    outcome === 'passed'
      ? badge('good', 'can be merged')
      : outcome === 'unknown'
        ? badge('info', 'waits for the code host')
        : badge('warn', count(reasons.length, 'reason against it', 'reasons against it'));
  return html`<li class="pull-event">
    <div class="pull-event-head">
      <h3>Evaluated</h3>
      ${result}
      <span class="pull-event-time">${time(verdict.time)}</span>
    </div>
    <details class="more">
      <summary>Result</summary>
      ${reasons.length > 0 ? reasonList(verdict) : html`<p>Nothing blocks it.</p>`}
      <p>
        <a href="/logs?entry=${String(cursor)}#entry-${String(cursor)}">Show its log entries</a>
      </p>
    </details>
  </li>`;
}

const titles: ReadonlyMap<string, string> = new Map([
  ['pull_request opened', 'Opened'],
  ['pull_request reopened', 'Reopened'],
  ['pull_request synchronize', 'New commits'],
  ['pull_request edited', 'Edited'],
  ['pull_request labeled', 'Label added'],
  ['pull_request unlabeled', 'Label removed'],
  ['pull_request ready_for_review', 'Ready for review'],
  ['pull_request converted_to_draft', 'Converted to draft'],
  ['pull_request review_requested', 'Reviewer requested'],
  ['pull_request review_request_removed', 'Review request removed'],
  ['pull_request_review submitted', 'Review'],
  ['pull_request_review dismissed', 'Review dismissed'],
  ['issue_comment created', 'Comment'],
  ['check_run completed', 'Check completed'],
  ['check_suite completed', 'Checks completed'],
  ['status', 'Check reported'],
  ['workflow_run completed', 'Workflow completed'],
]);

/** What happened, in the words of the code host's page. */
function titleOf(summary: WebhookSummary): string {
  const { event_type: event, action, workflow_steps: steps } = summary;
  const commands = Object.keys(steps)
    .filter((name) => name.startsWith('command-'))
    .map((name) => `/${name.slice('command-'.length).replace(/-\d+$/, '')}`);
  if (commands.length > 0) return commands.join(', ');
  if (isClose(summary)) return closeText(summary);
  const text = eventText(event, action);
  return titles.get(text) ?? titles.get(event) ?? text;
}

export function isClose({ event_type, action }: WebhookSummary): boolean {
  return event_type === 'pull_request' && action === 'closed';
}

/** After a merge the receiver judges the others of the base. */
function closeText({ workflow_steps: steps }: WebhookSummary): string {
  return Object.hasOwn(steps, 'others of the base') ? 'Merged' : 'Closed';
}
