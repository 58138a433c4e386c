import { html, type Html } from '#core/web/html.ts';
import { badge, emptyState } from '#core/web/parts/feedback.ts';
import { type Flow, type FlowStep, stepEnd } from '../reading/flow.ts';
import { visibleText } from '../text/visible-text.ts';
import { facts } from './facts.ts';
import { pullUrl } from './page-query.ts';
import { durationText, eventText, tokenSpendText } from './states.ts';

type Time = (time: string) => string;

/** What a delivery did: its outcome, and its steps over time. */
export function deliveryFlow(flow: Flow, time: Time): Html {
  const { repository, pr, event_type: event, action, sender, error } = flow;
  return html`${facts([
      ['Hook ID', html`<code>${visibleText(flow.hook_id)}</code>`],
      ['Steps', String(flow.step_count)],
      ['Total duration', durationText(flow.total_duration_ms)],
      ['Token spend', tokenSpendText(flow.token_spend)],
      ['Repository', repository && visibleText(repository)],
      ['Event', event && visibleText(eventText(event, action))],
      ['Pull request', pr && pullLink(pr, flow.repository)],
      ['Sender', sender && visibleText(sender)],
      ['Started', time(flow.start_time)],
    ])}
    ${error !== null && html`<p class="notice bad break">${visibleText(error)}</p>`}
    <h2 id="flow-steps">Steps</h2>
    ${stepTimeline(flow)}`;
}

function pullLink({ number, title }: NonNullable<Flow['pr']>, repository: string | null): Html {
  return html`<a href="${pullUrl(number, repository)}">#${number}</a> ${visibleText(title ?? '')}`;
}

/** The steps below each other, each with its place in the whole time. */
export function stepTimeline(flow: Flow): Html {
  if (flow.steps.length === 0) {
    const text =
      flow.error === null
        ? 'This event needed no action.'
        : 'It failed before its first step: see the error above.';
    return emptyState('No steps', html`<p>${text}</p>`);
  }
  const ends = flow.steps.map((step) => step.relative_time_ms + (step.duration_ms ?? 0));
  const whole = Math.max(1, flow.total_duration_ms ?? 0, ...ends);
  return html`<ol class="flow-steps" aria-labelledby="flow-steps">
    ${flow.steps.map((step) => stepItem(flow, step, whole))}
  </ol>`;
}

function stepItem(flow: Flow, step: FlowStep, whole: number): Html {
  const { step_name: name, error, step_details: details, duration_ms, relative_time_ms } = step;
  const isRunning = step.task_status === 'started' && flow.success === null;
  const took = duration_ms === null ? '' : `took ${durationText(duration_ms)}, `;
  return html`<li class="card flow-step" data-key="${name}">
    <div class="flow-step-head">
      <h3 class="break">${visibleText(name)}</h3>
      ${stepState(step, isRunning)}
      <span class="flow-step-time">${took}started after ${durationText(relative_time_ms)}</span>
    </div>
    ${bar(relative_time_ms, duration_ms ?? (isRunning ? whole - relative_time_ms : 0), whole, error !== null)}
    ${
      error &&
      html`<p class="flow-error break">${visibleText(`${error.type}: ${error.message}`)}</p>
        <details class="more">
          <summary>Traceback</summary>
          <pre class="log-text" tabindex="0">${visibleText(error.traceback)}</pre>
        </details>`
    }
    ${
      details &&
      html`<dl class="facts flow-details">
        ${Object.entries(details).map(
          ([key, value]) =>
            html`<dt>${visibleText(key)}</dt>
              <dd class="break">${visibleText(textOf(value))}</dd>`,
        )}
      </dl>`
    }
    <lantern-step-logs src="${stepLogsUrl(flow, name)}">
      <p><a href="${linesUrl(flow, step)}">Show these entries in the log</a></p>
    </lantern-step-logs>
  </li>`;
}

export function stepState(
  { task_status: status }: Pick<FlowStep, 'task_status'>,
  isRunning: boolean,
): Html {
  if (status === 'failed') return badge('bad', 'failed');
  if (status !== 'started') return badge('good', 'completed');
  return isRunning ? badge('info', 'running') : badge('warn', 'interrupted');
}

/** Not the only sign of an error: badge and text say it too. */
function bar(start: number, length: number, whole: number, isFailed: boolean): Html {
  const share = (value: number) => ((value / whole) * 1_000).toFixed(1);
  return html`<svg
    class="chart flow-bar"
    viewBox="0 0 1000 6"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect class="flow-bar-ground" width="1000" height="6" />
    <rect
      class="${isFailed ? 'flow-bar-failed' : 'flow-bar-part'}"
      x="${share(start)}"
      width="${Math.max(4, Number(share(length)))}"
      height="6"
    />
  </svg>`;
}

function stepLogsUrl({ hook_id }: Flow, name: string): string {
  const [id, step] = [hook_id, name].map((text) => encodeURIComponent(text.toWellFormed()));
  return `/logs/api/step-logs/${id}/${step}`;
}

/** The same lines on the page of the log. */
function linesUrl({ hook_id }: Flow, step: FlowStep): string {
  const times = { start_time: step.timestamp, end_time: stepEnd(step) };
  return `/logs?${new URLSearchParams({ hook_id: hook_id.toWellFormed(), ...times }).toString()}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
