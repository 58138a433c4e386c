import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { badge, emptyState, notice } from '#core/web/parts/feedback.ts';
import { formError } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import type { Device, LastAlert } from '#core/analysis/base/tables/alert-tables.ts';
import type { MentionList } from '#core/analysis/base/schema/views.ts';
import { navigation, type PageFrame } from '../analysis-site.ts';
import { jobUrl } from '../urls.ts';

export interface AlertsView extends PageFrame {
  readonly mentions: MentionList;
  /** Of the reader, the newest first. */
  readonly devices: readonly Pick<Device, 'id' | 'label' | 'created_at'>[];
  readonly channels: {
    readonly chat: boolean;
    readonly mail: boolean;
    /** Browsers of administrators. */
    readonly browsers: number;
  };
  /** Absent: the reader is no administrator. */
  readonly lastAlerts?: readonly LastAlert[];
  /** Channels that a test message was sent to. */
  readonly tested?: string | undefined;
  /** Why a test failed. */
  readonly error?: string;
}

export function alertsPage(view: AlertsView): string {
  const { assets, user, caller } = view;
  const hasName = caller.username !== '';
  return page({
    title: 'Alerts',
    assets,
    navigation: navigation(caller, 'alerts'),
    user,
    heading: 'Alerts',
    lead: 'Comments that mention you, messages to your browsers, and alerts of this server.',
    body: hasName
      ? html`${mentionSection(view)} ${browserSection(view)} ${channelSection(view)}`
      : html`${nameFirst()} ${channelSection(view)}`,
  });
}

function nameFirst(): Html {
  return html`<section class="card" aria-labelledby="name-title">
    <h2 id="name-title">You have no name here yet</h2>
    <p>Comments mention people by name, and a browser is subscribed under a name.</p>
    <p class="row-actions">
      <a class="button" href="/register?next=/alerts">Set your name</a
      ><a class="button quiet" href="/login?next=/alerts">Sign in with an API key</a>
    </p>
  </section>`;
}

function mentionSection({ mentions: { mentions, unread }, now }: AlertsView): Html {
  return html`<section class="section" aria-labelledby="mentions-title">
    <div class="section-heading">
      <div>
        <h2 id="mentions-title">Mentions</h2>
        <p>${unread === 0 ? 'You have read all of them.' : `${unread} unread.`}</p>
      </div>
      ${
        unread > 0 &&
        html`<lantern-form done="All mentions are read." next="reload">
          <form method="post" action="/alerts">
            ${formError()}<input type="hidden" name="task" value="read" />
            <button class="button">Mark all as read</button>
          </form>
        </lantern-form>`
      }
    </div>
    ${table({
      caption: 'Comments that mention you, the newest first',
      rows: mentions,
      id: ({ id }) => `m${id}`,
      empty: emptyState(
        'No mentions yet',
        html`<p>A comment with @ and your name appears here.</p>`,
      ),
      columns: [
        {
          label: 'Test',
          kind: 'heading',
          cell: ({ job_id, id, test_name }) =>
            html`<a class="break" href="${`${jobUrl(job_id)}#c${id}`}">${test_name}</a>`,
        },
        {
          label: 'Comment',
          cell: ({ comment, read }) =>
            html`${!read && badge('info', 'new')} <span class="break">${comment}</span>`,
        },
        { label: 'By', cell: ({ username }) => (username === '' ? 'Anonymous' : username) },
        { label: 'When', cell: ({ created_at }) => ago(created_at, now) },
      ],
    })}
  </section>`;
}

function browserSection({ devices, caller, now }: AlertsView): Html {
  const isProven = caller.via === 'session' || caller.via === 'key';
  return html`<section class="section" aria-labelledby="browsers-title">
    <div class="section-heading">
      <div>
        <h2 id="browsers-title">Your browsers</h2>
        <p>
          They show a message when a comment mentions
          you${caller.isAdmin && isProven ? ', and all alerts of this server' : ''}.
        </p>
      </div>
    </div>
    <lantern-push class="card">
      <p data-state role="status">Subscribing needs JavaScript, which does not run on this page.</p>
      <p class="row-actions">
        <button class="button primary" type="button" data-subscribe hidden>
          Subscribe this browser
        </button>
        <button class="button" type="button" data-unsubscribe hidden>
          Unsubscribe this browser
        </button>
      </p>
    </lantern-push>
    <div class="section-gap">
      ${table({
        caption: 'Your subscribed browsers, the newest first',
        rows: devices,
        id: ({ id }) => id,
        empty: emptyState(
          'No browsers yet',
          html`<p>A browser that you subscribe appears here.</p>`,
        ),
        columns: [
          { label: 'Browser', kind: 'heading', cell: ({ label }) => label },
          { label: 'Subscribed', cell: ({ created_at }) => ago(created_at, now) },
          {
            label: 'Actions',
            kind: 'actions',
            cell: ({ id, label }) =>
              html`<lantern-form done="The browser was removed." next="reload">
                <form method="post" action="/alerts">
                  ${formError()}<input type="hidden" name="task" value="remove" />
                  <input type="hidden" name="device" value="${id}" />
                  <button class="button quiet delete">
                    Remove<span class="visually-hidden"> ${label}</span>
                  </button>
                </form>
              </lantern-form>`,
          },
        ],
      })}
    </div>
  </section>`;
}

function channelSection(view: AlertsView): Html {
  const { channels, lastAlerts, tested, error, caller, now } = view;
  const state = (isOn: boolean) => (isOn ? badge('good', 'on') : badge('quiet', 'not configured'));
  return html`<section class="section" id="channels" aria-labelledby="channels-title">
    <div class="section-heading">
      <div>
        <h2 id="channels-title">Alerts of this server</h2>
        <p>
          For an analysis that failed for an internal reason, a message that was given up, and many
          failed requests; at most one of a kind in five minutes.
        </p>
      </div>
      ${
        caller.isAdmin &&
        html`<lantern-form native>
          <form method="post" action="/alerts">
            <input type="hidden" name="task" value="test" />
            <button class="button">Send a test</button>
          </form>
        </lantern-form>`
      }
    </div>
    ${tested !== undefined && notice('good', `A test was sent: ${tested}.`)}
    ${error !== undefined && notice('bad', error)}
    <dl class="card facts section-gap">
      <dt>Chat</dt>
      <dd>${state(channels.chat)}</dd>
      <dt>E-mail</dt>
      <dd>${state(channels.mail)}</dd>
      <dt>Browsers of administrators</dt>
      <dd>${channels.browsers}</dd>
    </dl>
    ${
      lastAlerts !== undefined &&
      table({
        caption: 'The last alert of each kind',
        rows: lastAlerts,
        id: ({ event }) => event,
        empty: emptyState('No alerts yet', html`<p>The last one of each kind appears here.</p>`),
        columns: [
          { label: 'Last alerts', kind: 'heading', cell: ({ event }) => event },
          { label: 'Reason', cell: ({ reason }) => html`<span class="break">${reason}</span>` },
          { label: 'Sent', cell: ({ sent_at }) => ago(sent_at, now) },
        ],
      })
    }
  </section>`;
}
