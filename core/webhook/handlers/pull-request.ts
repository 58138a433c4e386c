import * as z from 'zod/mini';
import type { EventHandler } from './handler.ts';
import { onLabelByHand } from './labels/on-label-by-hand.ts';
import { onChange } from './pull-request/on-change.ts';
import { onClosed } from './pull-request/on-closed.ts';
import { onSynchronize } from './pull-request/on-synchronize.ts';
import { setUp } from './pull-request/set-up.ts';
import { isSkipped, loggedPull, skip } from './shared/current-pull.ts';
import { pullInPayload, readPayload } from './shared/read-payload.ts';
import { onNewHead } from './verdicts/on-new-head.ts';

const actions = [
  ...(['opened', 'reopened', 'ready_for_review', 'synchronize'] as const),
  ...(['edited', 'labeled', 'unlabeled', 'closed'] as const),
];

const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);
const schema = z.object({
  pull_request: pullInPayload,
  /** Of `synchronize`: the newest commit before. */
  before: z.catch(z.string(), ''),
  changes: optional(
    z.object({
      title: optional(z.object({ from: z.string() })),
      base: optional(z.unknown()),
    }),
  ),
  label: optional(z.object({ name: z.string() })),
  sender: z.catch(z.object({ login: z.string(), type: z._default(z.string(), 'User') }), {
    ...{ login: '', type: 'User' },
  }),
});

/** New, changed and closed pull requests. */
export const pullRequest: EventHandler = async (context) => {
  const { delivery } = context;
  const payload = readPayload(delivery, schema);
  const action = actions.find((each) => each === delivery.action);
  if (!action) return skip(context, 'nothing follows from this action');
  const { number, head, base, updated_at: at } = payload.pull_request;
  const { label, sender, changes } = payload;
  const pull = await loggedPull(context, number);
  // Before drafts and old events are skipped: a label that someone forged must not stay.
  if (label && (action === 'labeled' || action === 'unlabeled')) {
    const judged = { sha: head.sha, base: base?.ref ?? pull.baseRef };
    await onLabelByHand(context, pull, { label: label.name, sender, judged });
  }
  // Of several changes each one's own event says who made it.
  const isLatest = pull.headSha === head.sha && (base?.ref ?? pull.baseRef) === pull.baseRef;
  if (pull.isOpen && isLatest) {
    const isChange = action === 'synchronize' || changes?.base !== undefined;
    await onNewHead(context, pull, { before: payload.before, isChange, at });
  }
  if (await isSkipped(context, pull, head.sha)) return;
  if (action === 'closed') return onClosed(context, pull);
  if (!pull.isOpen) return skip(context, 'it is closed');
  switch (action) {
    case 'opened':
    case 'reopened':
    case 'ready_for_review':
      return setUp(context, pull, { isWelcomed: action !== 'reopened' });
    case 'synchronize':
      return onSynchronize(context, pull);
    case 'edited':
    case 'labeled':
    case 'unlabeled':
      return onChange(context, pull, { label: label?.name, earlierTitle: changes?.title?.from });
  }
};
