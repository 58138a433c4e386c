import { createHmac } from 'node:crypto';
import { hostUser, type HostPull } from '#test/support/scm/state.ts';
import { call, until } from './call.ts';
import { headOf } from './code-host.ts';
import type { DemoHome } from './open-home.ts';
import { webhookSecret } from './receiver-settings.ts';
import { plannedPulls } from './story/pulls.ts';
import { organization } from './story/team.ts';
import type { Calendar, DemoEvent } from './timeline.ts';

type Pull = (typeof plannedPulls)[number];

interface Delivery {
  readonly event: string;
  readonly id: string;
  readonly repository: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Each pull request is opened, checked, reviewed and merged by deliveries alone, as the code host
 * sends them; some requests are refused. */
export function webhookEvents({ at, random }: Calendar): DemoEvent[] {
  const events: DemoEvent[] = [];
  for (const pull of plannedPulls) {
    const { day, number, author, repository, mergedAfterDays, failsFirst } = pull;
    const reviewer = author === 'ada' ? 'grace' : 'ada';
    const minute = Math.floor(random() * 40);
    const about = { number, head: { sha: headOf(number) }, base: { ref: 'main' } };
    const deliver = (name: string, event: string, body: Delivery['body']) => (home: DemoHome) =>
      send(home, { event, id: `${repository}-${number}-${name}`, repository, body });
    const step = (afterHours: number, run: DemoEvent['run']) =>
      events.push({ at: at(day, 2 + afterHours, minute), run });

    step(
      0,
      deliver('opened', 'pull_request', {
        action: 'opened',
        number,
        pull_request: about,
        sender: { login: author },
      }),
    );
    if (failsFirst) step(1, check(pull, 'first', 'failure'));
    if (failsFirst && mergedAfterDays !== undefined) {
      step(2, comment(pull, author, 'The runner had no space left.\n\n/retest'));
    }
    if (mergedAfterDays === undefined) continue;
    step(3, check(pull, 'second', 'success'));
    step(4, comment(pull, reviewer, 'Reads well.\n\n/lgtm'));
    step(
      mergedAfterDays * 24,
      deliver('approved', 'pull_request_review', {
        action: 'submitted',
        pull_request: about,
        review: {
          id: number * 10,
          state: 'approved',
          user: { login: reviewer },
          commit_id: headOf(number),
        },
        sender: { login: reviewer },
      }),
    );
    step(mergedAfterDays * 24 + 0.05, async (home) => {
      // The host tells of labels that we set, too.
      await deliver('labeled', 'pull_request', {
        action: 'labeled',
        number,
        pull_request: about,
        label: { name: `approved-${reviewer}` },
        sender: { login: hostUser, type: 'Bot' },
      })(home);
      await until(
        `The merge of ${repository}#${number}`,
        async () => pullOf(home, repository, number)?.isMerged || undefined,
      );
      await deliver('closed', 'pull_request', {
        action: 'closed',
        number,
        pull_request: { ...about, merged: true },
        sender: { login: hostUser },
      })(home);
      await deliver('push', 'push', { ref: 'refs/heads/main', sender: { login: hostUser } })(home);
    });
  }
  return [...events, ...refusals(at)];
}

/** The end of the pipeline's check, at the code host and as a delivery. */
function check({ repository, number }: Pull, name: string, state: 'success' | 'failure') {
  return async (home: DemoHome) => {
    const sha = headOf(number);
    const own = home.host.repositories.get(`${organization}/${repository}`);
    const earlier = own?.statuses.findIndex((status) => status.sha === sha) ?? -1;
    if (earlier >= 0) own?.statuses.splice(earlier, 1);
    own?.statuses.push({ sha, context: 'tests', state, description: null });
    const id = `${repository}-${number}-${name}-check`;
    await send(home, { event: 'status', id, repository, body: { context: 'tests', state, sha } });
  };
}

function comment({ repository, number }: Pull, login: string, text: string) {
  return (home: DemoHome) => {
    const created_at = home.platforms.webhook.clock.now().toISOString();
    const id = home.host.nextId();
    const user = { login, type: 'User' };
    pullOf(home, repository, number)?.comments.push({ id, body: text, user, reactions: new Set() });
    return send(home, {
      event: 'issue_comment',
      id: `${repository}-${number}-${id}`,
      repository,
      body: {
        action: 'created',
        issue: { number, pull_request: {} },
        comment: { id, body: text, created_at, user: { login } },
        sender: { login },
      },
    });
  };
}

function pullOf({ host }: DemoHome, repository: string, number: number): HostPull | undefined {
  return host.repositories.get(`${organization}/${repository}`)?.pulls.get(number);
}

/** A stranger, an unknown repository, and an event that nobody handles. */
function refusals(at: Calendar['at']): DemoEvent[] {
  const pull = plannedPulls[0];
  return [
    {
      at: at(6, 10, 50),
      run: (home) =>
        send(home, { event: 'push', id: 'unsigned-1', repository: 'rigging', body: {} }, 'x'),
    },
    {
      at: at(9, 10, 40),
      run: (home) => send(home, { event: 'star', id: 'star-1', repository: 'rigging', body: {} }),
    },
    {
      at: at(13, 9, 30),
      run: (home) =>
        send(home, {
          event: 'pull_request',
          id: 'gone-9',
          repository: pull?.repository ?? '',
          // It was deleted at the code host.
          body: {
            action: 'opened',
            pull_request: { number: 999, head: { sha: headOf(999) }, base: { ref: 'main' } },
            sender: { login: 'chidi' },
          },
        }),
    },
  ];
}

/** Sends a delivery and waits until it is processed. A wrong secret is refused, which is the point. */
async function send(home: DemoHome, delivery: Delivery, secret = webhookSecret): Promise<void> {
  const { event, id, repository: name } = delivery;
  const full_name = `${organization}/${name}`;
  const body = JSON.stringify({ repository: { name, full_name }, ...delivery.body });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const reply = await fetch(`${home.urls.webhook}/webhook_server`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${signature}`,
    },
    body,
  });
  await reply.text();
  if (!reply.ok) return;
  await until(`The end of the delivery ${id}`, async () => {
    const address = `${home.urls.webhook}/logs/api/deliveries/${encodeURIComponent(id)}`;
    const { state } = await call<{ state?: string }>(address).catch(() => ({ state: undefined }));
    return state === undefined || state === 'processing' ? undefined : state;
  });
}
