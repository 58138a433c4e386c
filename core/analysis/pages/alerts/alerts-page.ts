import { html, type Html } from '#core/web/html.ts';
import { badge, emptyState, notice } from '#core/web/parts/feedback.ts';
import { formError } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import { lastAlerts } from '../../base/tables/alert-tables.ts';
import type { PageFrame } from '../analysis-site.ts';
import { section, sitePage } from '../site-page.ts';
import { jobUrl, withQuery } from '../urls.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { ownerOf } from '../../people/user-tokens.ts';
import { newsChannels } from '../../base/news-channels.ts';
import { configuredChannels } from '../../alerts/channels.ts';
import { devicesOf, devicesOfAdmins, unsubscribe } from '../../alerts/devices.ts';
import { listMentions, markRead } from '../../people/discussion/mentions.ts';
import { Failure } from '#core/platform/failure.ts';
import { testChannels } from '../../alerts/test-channels.ts';

export interface AlertsView extends PageFrame, Awaited<ReturnType<typeof readAlerts>> {
  /** Channels that a test message was sent to. */
  readonly tested?: string | undefined;
  /** Why a test failed. */
  readonly error?: string;
}

/** The page as it is now. */
export async function showAlerts(
  needs: Needs,
  frame: PageFrame,
  more: Pick<AlertsView, 'tested' | 'error'> = {},
): Promise<string> {
  return alertsPage({ ...frame, ...more, ...(await readAlerts(needs, frame.caller)) });
}

export function alertsPage(view: AlertsView): string {
  const hasName = view.caller.username !== '';
  return sitePage(view, {
    title: 'Alerts',
    current: 'alerts',
    heading: 'Alerts',
    lead: 'Mentions of you, browser notifications, and alerts from this server.',
    body: hasName
      ? html`${mentionSection(view)} ${browserSection(view)} ${channelSection(view)}`
      : html`${nameFirst()} ${channelSection(view)}`,
  });
}

function nameFirst(): Html {
  return html`<section class="card" aria-labelledby="name-title">
    <h2 id="name-title">You have not set a name yet</h2>
    <p>People are mentioned by name, and browsers subscribe under a name.</p>
    <p class="row-actions">
      <a class="button" href="/register?next=/alerts">Set your name</a
      ><a class="button quiet" href="/login?next=/alerts">Sign in with an API key</a>
    </p>
  </section>`;
}

function mentionSection({ mentions: { mentions, unread }, now }: AlertsView): Html {
  return section({
    name: 'mentions',
    title: 'Mentions',
    ...(mentions.length > 0 && {
      hint: unread === 0 ? 'You have read all of them.' : `${unread} unread.`,
    }),
    actions:
      unread > 0 &&
      html`<lantern-form done="All mentions marked as read." next="reload">
        <form method="post" action="/alerts">
          ${formError()}<input type="hidden" name="task" value="read" />
          <button class="button">Mark all as read</button>
        </form>
      </lantern-form>`,
    body: table({
      caption: 'Comments that mention you, newest first',
      rows: mentions,
      id: ({ id }) => `m${id}`,
      empty: emptyState(
        'No mentions yet',
        html`<p>A comment with @ and your name will appear here.</p>`,
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
    }),
  });
}

function browserSection({ devices, caller, now }: AlertsView): Html {
  const isProven = caller.via === 'session' || caller.via === 'key';
  const alerts = caller.isAdmin && isProven ? ', and for every alert from this server' : '';
  return section({
    name: 'browsers',
    title: 'Your browsers',
    hint: `They notify you when a comment mentions you${alerts}.`,
    body: html`<lantern-push class="card">
        <p data-state role="status">
          Subscribing needs JavaScript, which is not running on this page.
        </p>
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
          caption: 'Your subscribed browsers, newest first',
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
      </div>`,
  });
}

function channelSection(view: AlertsView): Html {
  const { channels, lastAlerts, tested, error, caller, now } = view;
  const state = (isOn: boolean, variable: string) =>
    isOn ? badge('good', 'on') : html`${badge('quiet', 'off')} Set <code>${variable}</code>`;
  return section({
    name: 'channels',
    title: 'Server alerts',
    hint: 'Sent for an analysis that failed internally, a dead letter, and many failed requests: at most one of each kind every five minutes.',
    actions:
      caller.isAdmin &&
      html`<lantern-form native>
        <form method="post" action="/alerts">
          <input type="hidden" name="task" value="test" />
          <button class="button">Send a test</button>
        </form>
      </lantern-form>`,
    body: html`${tested !== undefined && notice('good', `A test was sent: ${tested}.`)}
      ${error !== undefined && notice('bad', error)}
      <dl class="card facts section-gap">
        <dt>Chat</dt>
        <dd>${state(channels.chat, 'CHAT_WEBHOOK_URL')}</dd>
        <dt>E-mail</dt>
        <dd>${state(channels.mail, 'SMTP_HOST, ALERT_EMAIL_TO')}</dd>
        <dt>Browsers of administrators</dt>
        <dd>${channels.browsers}</dd>
        <dt>Job notifications</dt>
        <dd>
          ${
            channels.news.length === 0
              ? html`${badge('quiet', 'off')} Set <code>NEWS_CHANNELS</code>`
              : channels.news.map(({ name, kind }) => `${name} (${kind})`).join(', ')
          }
        </dd>
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
      }`,
  });
}

type Needs = Pick<Platform, 'records' | 'environment'>;

/** Mentions, and the reader's browsers, the newest first; the last alerts are for administrators. */
async function readAlerts(needs: Needs, caller: Caller) {
  const hasName = caller.username !== '';
  const on = configuredChannels(needs.environment);
  const [mentions, devices, admins, last] = await Promise.all([
    hasName ? listMentions(needs, caller) : { mentions: [], unread: 0 },
    hasName ? devicesOf(needs, { owner: ownerOf(caller) }) : [],
    devicesOfAdmins(needs),
    caller.isAdmin ? needs.records.list(lastAlerts) : undefined,
  ]);
  return {
    mentions,
    devices,
    channels: {
      chat: on.includes('chat'),
      mail: on.includes('mail'),
      browsers: admins.length,
      news: newsChannels(needs.environment),
    },
    lastAlerts: last?.rows,
  };
}

type ActNeeds = Pick<Platform, 'records'> & Parameters<typeof testChannels>[0];

/** Does what a form of the page asks for; gives the page that follows. */
export async function actOnAlerts(
  needs: ActNeeds,
  caller: Caller,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly data: object; readonly path: string }> {
  const path = '/alerts';
  switch (fields['task']) {
    case 'read':
      return { data: { read: await markRead(needs, caller, {}) }, path };
    case 'remove': {
      const removed = await unsubscribe(needs, caller, fields['device'] ?? '');
      return { data: { removed }, path };
    }
    case 'test': {
      if (!caller.isAdmin) throw new Failure('forbidden', 'admin_only', 'Admin access required');
      const tested = (await testChannels(needs, caller)).join(', ');
      return { data: { tested }, path: `${withQuery(path, { tested })}#channels` };
    }
    default:
      throw new Failure('invalid', 'bad_task', 'The form says nothing to do. Reload the page.');
  }
}
