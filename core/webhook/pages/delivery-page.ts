import { deliveryFlow } from '#core/logs/pages/flow.ts';
import { flowState } from '#core/logs/pages/states.ts';
import { logsNavigation, type LogsFrame } from '#core/logs/pages/logs-site.ts';
import { deliveryUrl } from '#core/logs/pages/page-query.ts';
import { visibleText } from '#core/logs/text/visible-text.ts';
import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { emptyState, live } from '#core/web/parts/feedback.ts';
import { inspector } from './inspector.ts';
import type { DeliveryContent } from './read-delivery-page.ts';

interface View extends LogsFrame, DeliveryContent {
  /** The reader may see only the flow: without the key (`none`; `no key`: the server has none), or
   * because a page of another site led here (`link`). */
  readonly access: 'none' | 'no key' | 'link';
}

/** A delivery: its flow, and what was received. */
export function deliveryPage(view: View): string {
  const { assets, id, flow, delivery } = view;
  const isRunning = flow ? flow.success === null : true;
  return page({
    title: `Delivery ${id.slice(0, 60)}`,
    description: `${headingOf(view)}: its steps, headers and body, and replay.`,
    assets,
    navigation: logsNavigation('deliveries'),
    body: live(
      'delivery',
      html`<div class="page-heading">
          <div class="title-line">
            <h1>${headingOf(view)}</h1>
            ${flow && flowState(flow)}
          </div>
          <p class="row-actions">
            <a
              class="button"
              href="/logs?${new URLSearchParams({ hook_id: id.toWellFormed() }).toString()}"
              >Show its log entries</a
            >
          </p>
        </div>
        ${flow ? deliveryFlow(flow, view.time) : waiting(view)}
        ${delivery ? inspector(delivery, view.time) : hidden(view)}`,
      { seconds: 2, done: !isRunning },
    ),
  });
}

function headingOf({ id, flow, delivery }: View): string {
  const event = flow?.event_type ?? delivery?.event;
  const repository = flow?.repository ?? delivery?.repository;
  return visibleText(event && repository ? `${event} of ${repository}` : `Delivery ${id}`);
}

function waiting({ delivery }: View): Html {
  return html`<h2>Steps</h2>
    ${
      delivery
        ? emptyState('Nothing in the log', html`<p>This delivery has not written to the log.</p>`)
        : emptyState(
            'Waiting to be processed',
            html`<p>Processing starts as soon as a worker is free. The steps then appear here.</p>`,
          )
    }`;
}

/** How to see what was received. */
function hidden({ id, mayRead, access }: View): Html | false {
  if (mayRead) return false;
  const here = deliveryUrl(id);
  const way = access === 'none' ? `/logs/login?next=${encodeURIComponent(here)}` : here;
  return html`<section class="section" aria-labelledby="received-title">
    <h2 id="received-title">What was received</h2>
    ${
      access === 'no key'
        ? html`<p>
            Headers, body and replay are only available on the server’s own machine. Set LOGS_KEY on
            the server to open them from elsewhere with this key.
          </p>`
        : html`<p>
            Headers, body and replay need the key of the log viewer. <a href="${way}">Sign in</a>
          </p>`
    }
  </section>`;
}
