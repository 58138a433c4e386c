import { html, type Html } from '#core/web/html.ts';
import type { Flow } from '../../reading/flow.ts';
import { visibleText } from '../../text/visible-text.ts';
import { tokenSpendText } from '../../token-spend.ts';
import { pullUrl } from '../page-query.ts';
import { durationText, eventText } from './states.ts';
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
    ['Repository', repository && visibleText(repository)],
    ['Event', event && visibleText(eventText(event, action))],
    ['Pull request', pr && pullLink(pr)],
    ['Sender', sender && visibleText(sender)],
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

function pullLink({ number, title }: NonNullable<Flow['pr']>): Html {
  return html`<a href="${pullUrl(number)}">#${number}</a> ${visibleText(title ?? '')}`;
}
