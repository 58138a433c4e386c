import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { EventHandler } from './handler.ts';
import { currentPull, skip } from './shared/current-pull.ts';
import { onChange } from './pull-request/on-change.ts';
import { onSynchronize } from './pull-request/on-synchronize.ts';
import { setUp } from './pull-request/set-up.ts';

const text = z.catch(z.optional(z.string()), undefined);
const named = z.catch(z.optional(z.object({ name: z.string() })), undefined);
const noOne = { login: '', type: 'User' };
const schema = z.object({
  pull_request: z.object({ number: z.int(), head: z.object({ sha: z.string() }) }),
  before: text,
  changes: z.catch(z.optional(z.object({ title: z.object({ from: z.string() }) })), undefined),
  label: named,
  sender: z.catch(z.object({ login: z.string(), type: z._default(z.string(), 'User') }), noOne),
});

/** New, changed and closed pull requests. */
export const pullRequest: EventHandler = async (context) => {
  const { delivery } = context;
  const { data } = schema.safeParse(delivery.payload);
  if (!data) {
    throw new Failure('unprocessable', 'bad_payload', 'The payload names no pull request');
  }
  const { number, head } = data.pull_request;
  switch (delivery.action) {
    case 'opened':
    case 'reopened':
    case 'ready_for_review':
    case 'synchronize':
    case 'edited':
    case 'labeled':
    case 'unlabeled':
    case 'closed':
      break;
    default:
      await skip(context, 'nothing follows from this action');
      return;
  }
  const pull = await currentPull(context, { number, sha: head.sha });
  if (!pull) return;
  if (delivery.action === 'closed') return onClosed(context, pull);
  if (!pull.isOpen) return void (await skip(context, 'it is closed'));
  if (delivery.action === 'synchronize') return onSynchronize(context, pull, data.before ?? '');
  if (/^(?:edited|labeled|unlabeled)$/.test(delivery.action)) {
    const { label, sender, changes } = data;
    return onChange(context, pull, {
      ...{ label: label?.name, sender, earlierTitle: changes?.title.from },
    });
  }
  await setUp(context, pull, { isWelcomed: delivery.action !== 'reopened' });
};
