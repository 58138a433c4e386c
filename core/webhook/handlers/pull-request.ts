import * as z from 'zod/mini';
import type { EventHandler } from './handler.ts';
import { onChange } from './pull-request/on-change.ts';
import { onClosed } from './pull-request/on-closed.ts';
import { onSynchronize } from './pull-request/on-synchronize.ts';
import { setUp } from './pull-request/set-up.ts';
import { currentPull, skip } from './shared/current-pull.ts';
import { pullInPayload, readPayload } from './shared/read-payload.ts';

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
  changes: optional(z.object({ title: z.object({ from: z.string() }) })),
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
  const { number, head } = payload.pull_request;
  const pull = await currentPull(context, { number, sha: head.sha });
  if (!pull) return;
  if (action === 'closed') return onClosed(context, pull);
  if (!pull.isOpen) return skip(context, 'it is closed');
  switch (action) {
    case 'opened':
    case 'reopened':
    case 'ready_for_review':
      return setUp(context, pull, { isWelcomed: action !== 'reopened' });
    case 'synchronize':
      return onSynchronize(context, pull, payload.before);
    case 'edited':
    case 'labeled':
    case 'unlabeled': {
      const { label, sender, changes } = payload;
      const earlierTitle = changes?.title.from;
      return onChange(context, pull, { label: label?.name, sender, earlierTitle });
    }
  }
};
