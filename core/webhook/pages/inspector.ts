import { facts } from '#core/logs/pages/facts.ts';
import { durationText, eventText, stateBadge } from '#core/logs/pages/states.ts';
import { deliveryUrl } from '#core/logs/pages/page-query.ts';
import { visibleText } from '#core/logs/text/visible-text.ts';
import { html, type Html } from '#core/web/html.ts';
import { asked } from '#core/web/parts/asked.ts';
import { badge } from '#core/web/parts/feedback.ts';
import { formError } from '#core/web/parts/form.ts';
import type { DeliveryDetail } from './read-delivery-page.ts';
import { replayQuestion } from './replay-question.ts';

type Time = (time: string) => string;

const origins = {
  hook: 'sent by the code host',
  gap: 'fetched from the code host’s delivery list',
  replay: 'a replay',
};

/** What was received, with replay. */
export function inspector(delivery: DeliveryDetail, time: Time): Html {
  const { id, state, signature, address, origin, replay_of: of, headers, replays } = delivery;
  return html`<section class="section" aria-labelledby="received-title">
    <div class="section-heading">
      <h2 id="received-title">What was received</h2>
      <div class="row-actions">${replayForms(delivery)}</div>
    </div>
    ${facts([
      ['State', stateBadge(state)],
      [
        'Signature',
        signature === 'valid'
          ? badge('good', 'valid')
          : badge('quiet', 'not checked: no secret is configured'),
      ],
      ['Received', time(delivery.received_at)],
      ...(delivery.retry_at === null ? [] : [['Next try', time(delivery.retry_at)] as const]),
      ['Processing', durationText(delivery.duration_ms)],
      ['Code host calls', String(delivery.token_spend)],
      ['Client', address],
      [
        'Origin',
        html`${origins[origin]}${delivery.is_dry_run && ', as a dry run'}
        ${of !== null && html`of <a class="break" href="${deliveryUrl(of)}">${of}</a>`}`,
      ],
    ])}
    ${replays.length > 0 && lineage(delivery, time)}
    <details class="more">
      <summary>Headers</summary>
      <dl class="facts delivery-headers">
        ${Object.entries(headers).map(
          ([name, value]) =>
            html`<dt>${visibleText(name)}</dt>
              <dd>${visibleText(value)}</dd>`,
        )}
      </dl>
    </details>
    <details class="more" open data-key="body ${id}">
      <summary>Body</summary>
      ${body(delivery)}
    </details>
  </section>`;
}

function body({ body: text, is_body_cut: isCut }: DeliveryDetail): Html {
  if (text === null) return html`<p>The body was not stored.</p>`;
  return html`${isCut && html`<p>Only the first megabyte is shown.</p>`}
    <lantern-copy label="the body">
      <pre class="log-text" tabindex="0">${visibleText(pretty(text))}</pre>
    </lantern-copy>`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function lineage({ replays }: DeliveryDetail, time: Time): Html {
  return html`<h3>Replays</h3>
    <ul>
      ${replays.map(
        ({ id, received_at, state }) =>
          html`<li>
            <a class="break" href="${deliveryUrl(id)}">${time(received_at)}</a> ${stateBadge(state)}
          </li>`,
      )}
    </ul>`;
}

function replayForms({ id, repository, event, action, state, body }: DeliveryDetail): Html | false {
  if (state === 'processing' || body === null) return false;
  const what = eventText(event, action);
  const form = (task: 'replay' | 'dry-run', label: string) =>
    html`<lantern-form
      ${task === 'replay' && asked(replayQuestion(what, deliveryUrl(id)))}
      next="/logs/deliveries/{delivery_id}"
    >
      <form method="post" action="${deliveryUrl(id)}">
        ${formError()}
        <input type="hidden" name="repository" value="${repository}" />
        <input type="hidden" name="task" value="${task}" />
        <button class="button ${task === 'replay' ? 'primary' : ''}">${label}</button>
      </form>
    </lantern-form>`;
  return html`${form('replay', 'Replay')} ${form('dry-run', 'Dry run')}`;
}
