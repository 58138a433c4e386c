import { html, type Html } from '#core/web/html.ts';
import type { Flow } from '../../reading/flow.ts';
import { visibleText } from '../../text/visible-text.ts';
import { tokenSpendText } from '../../token-spend.ts';
import { pullUrl } from '../page-query.ts';
import { durationText } from './states.ts';
import { stepTimeline } from './step-timeline.ts';

type Time = (time: string) => string;

/** What a delivery did: its outcome, and its steps over time. */
export function deliveryFlow(flow: Flow, time: Time): Html {
  const { repository, pr, event_type: event, action, sender, error } = flow;
  const facts: readonly (readonly [string, Html | string | false | null])[] = [
    ['Hook ID', html`<code>${visibleText(flow.hook_id)}</code>`],
    ['Steps', String(flow.step_count)],
    ['Total duration', durationText(flow.total_duration_ms)],
    ['Token spend', tokenSpendText(flow.token_spend)],
    ['Repository', repository],
    ['Event', event && visibleText(action === null ? event : `${event} ${action}`)],
    ['Pull request', pr && html`<a href="${pullUrl(pr.number)}">#${pr.number}</a> ${pr.title}`],
    ['Sender', sender],
    ['Started', time(flow.start_time)],
  ];
  return html`<dl class="log-facts flow-facts">
      ${facts
        .filter(([, value]) => value !== null && value !== false)
        .map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
    </dl>
    ${error !== null && html`<p class="notice bad break">${visibleText(error)}</p>`}
    <h2 id="flow-steps">Steps</h2>
    ${stepTimeline(flow)}`;
}
