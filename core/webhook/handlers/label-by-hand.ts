import { refusalOf } from '../merging/permissions.ts';
import {
  hold,
  type Judged,
  listVerdicts,
  saveVerdict,
  verdictName,
  withdrawVerdicts,
} from '../merging/verdicts.ts';
import type { HandlerContext } from '../pulls/context.ts';
import {
  changeLabels,
  hasLabel,
  isReviewLabel,
  personLabel,
  reviewPrefixes,
} from '../pulls/labels.ts';
import { automaticLabels } from '../pulls/own-labels.ts';
import { type Account, isViewer } from '../pulls/people.ts';
import type { Pull } from '../pulls/pull.ts';

interface Labelled {
  readonly label: string;
  readonly sender: Account;
  /** What the sender saw, as the event says. */
  readonly judged: Judged;
}

/**
 * A label that steers merging, set by a person, is the command of that name if the person may give it;
 * else it is removed. Removing the label of one's own verdict, `verified` or
 * `hold` is its `cancel`; a `hold` that somebody else removed is set again.
 */
export async function onLabelByHand(
  context: HandlerContext,
  pull: Pull,
  { label, sender, judged }: Labelled,
): Promise<void> {
  const { login } = sender;
  const command = commandOf(label, login);
  if (command === undefined && !isReviewLabel(label)) return;
  const isAutomatic = hasLabel({ labels: automaticLabels(pull, context.settings).add }, label);
  if (isAutomatic || (await isViewer(context.scm, sender))) return;
  const isSet = context.delivery.action === 'labeled';
  await context.log.step('label-by-hand', async () => {
    const isOwn = reviewPrefixes.some((prefix) => isLabelOf(label, prefix, login));
    const refusal = command
      ? await refusalOf(context, pull, { name: command, login })
      : isOwn
        ? undefined
        : 'it is the verdict of someone else.';
    const name = command && verdictOf(command, login);
    if (refusal !== undefined) {
      const rows = isSet ? [] : await listVerdicts(context, pull);
      const isHeld = name === hold && rows.some(({ verdict }) => verdict === hold);
      await changeLabels(
        context,
        pull,
        isSet ? { remove: [label] } : { add: isHeld ? [hold] : [] },
      );
      return { outcome: 'not counted', reason: refusal };
    }
    const at = context.delivery.receivedAt;
    if (name !== undefined && isSet) await saveVerdict(context, pull, name, { ...judged, at });
    else if (name !== undefined) await withdrawVerdicts(context, pull, [name]);
    return { outcome: isSet ? 'counted' : 'withdrawn' };
  });
}

type Steering = 'approve' | 'lgtm' | 'verified' | 'automerge' | 'hold';

/** The command that sets the label; undefined: none, or for another person. */
function commandOf(label: string, login: string): Steering | undefined {
  if (isLabelOf(label, 'approved-', login)) return 'approve';
  if (isLabelOf(label, 'lgtm-', login)) return 'lgtm';
  return (['verified', 'automerge', 'hold'] as const).find((name) =>
    hasLabel({ labels: [label] }, name),
  );
}

function isLabelOf(label: string, prefix: (typeof reviewPrefixes)[number], login: string): boolean {
  return hasLabel({ labels: [label] }, personLabel(prefix, login));
}

function verdictOf(command: Steering, login: string): string | undefined {
  if (command === 'approve') return verdictName('approved-', login);
  if (command === 'lgtm') return verdictName('lgtm-', login);
  return command === 'automerge' ? undefined : command;
}
