import type { HandlerContext } from '../handler.ts';
import { changeLabels } from '../labels/change-labels.ts';
import { canBeMerged, hasLabel, isEnabled, isReviewLabel } from '../labels/label-names.ts';
import { evaluateNow } from '../merge/evaluate-now.ts';
import { mayWrite } from '../shared/may-write.ts';
import { runSteps } from '../shared/run-steps.ts';
import type { Pull } from '../shared/read-pull.ts';
import { checkTitle } from './check-title.ts';
import { automaticLabels, isAutoVerified, sizeLabels } from './own-labels.ts';
import { hasSameDiff } from './same-diff.ts';
import { setUp } from './set-up.ts';

/** New commits: verdicts about the earlier ones no longer count. */
export async function onSynchronize(
  context: HandlerContext,
  pull: Pull,
  before: string,
): Promise<void> {
  const { settings } = context;
  const isSetUp = hasSize(pull) || !isEnabled(settings, 'size/');
  await runSteps(context, {
    verdicts: async () => {
      const isClean = await hasSameDiff(context, pull, before);
      const stale = isClean ? [] : await staleLabels(context, pull);
      const reset = isAutoVerified(pull, settings) ? [] : ['verified'];
      await changeLabels(context, pull, { remove: [...stale, ...reset] });
      return { diff: isClean ? 'same' : 'changed' };
    },
  });
  // Its opening event was late, and skipped.
  if (!isSetUp) return setUp(context, pull, { isWelcomed: true });
  await runSteps(context, {
    size: async () => void (await changeLabels(context, pull, sizeLabels(pull, settings))),
    title: () => checkTitle(context, pull),
  });
  await evaluateNow(context, pull.number);
}

function hasSize({ labels }: Pull): boolean {
  return labels.some((label) => label.startsWith('size/'));
}

/** Of what merges by itself, only people who may push can add commits. */
async function staleLabels(context: HandlerContext, pull: Pull): Promise<string[]> {
  const { delivery, settings } = context;
  const stale = [...pull.labels.filter(isReviewLabel), canBeMerged];
  const isAutomatic = automaticLabels(pull, settings).add.includes('automerge');
  if (isAutomatic || !hasLabel(pull, 'automerge')) return stale;
  return (await mayWrite(context, delivery.sender ?? '')) ? stale : [...stale, 'automerge'];
}
