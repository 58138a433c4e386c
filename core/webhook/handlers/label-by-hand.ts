import { refusalOf } from '../merging/permissions.ts';
import {
  hold,
  type Judged,
  listVerdicts,
  saveVerdict,
  verdictName,
  verified,
  withdrawVerdicts,
} from '../merging/verdicts.ts';
import type { HandlerContext } from '../pulls/context.ts';
import {
  changeLabels,
  cherryPickBranch,
  hasLabel,
  isReviewLabel,
  personLabel,
  reviewPrefixes,
} from '../pulls/labels.ts';
import { automaticLabels } from '../pulls/own-labels.ts';
import { type Account, isViewer } from '#core/scm/viewer.ts';
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
  const steering = steeringOf(label, login, context.settings.requiredLabels);
  if (!steering && !isReviewLabel(label)) return;
  const isAutomatic = hasLabel({ labels: automaticLabels(pull, context.settings).add }, label);
  if (isAutomatic || (await isViewer(context.scm, sender))) return;
  const isSet = context.delivery.action === 'labeled';
  await context.log.step('label-by-hand', async () => {
    const ownLabels = reviewPrefixes.map((prefix) => personLabel(prefix, login));
    const refusal = steering
      ? await refusalOf(context, pull, { name: steering.command, login })
      : hasLabel({ labels: ownLabels }, label)
        ? undefined
        : 'it is the verdict of someone else.';
    const name = steering && 'verdict' in steering ? steering.verdict : undefined;
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

/** The command that sets the label, and the verdict that it gives; undefined: there is none, or it is
 * another person's. */
function steeringOf(label: string, login: string, requiredLabels: readonly string[]) {
  const steering = [
    {
      command: 'approve',
      name: personLabel('approved-', login),
      verdict: verdictName('approved-', login),
    },
    { command: 'lgtm', name: personLabel('lgtm-', login), verdict: verdictName('lgtm-', login) },
    { command: 'verified', name: verified, verdict: verified },
    { command: 'hold', name: hold, verdict: hold },
    { command: 'automerge', name: 'automerge', verdict: undefined },
  ] as const;
  const own = steering.find(({ name }) => hasLabel({ labels: [label] }, name));
  if (own) return own;
  if (cherryPickBranch(label) !== undefined) return { command: 'cherry-pick' } as const;
  const isRequired = hasLabel({ labels: requiredLabels }, label) && !isReviewLabel(label);
  return isRequired ? ({ command: 'verified' } as const) : undefined;
}
