import { setCheck } from '../checks/set-check.ts';
import type { HandlerContext } from '../handler.ts';
import { changeLabels } from '../labels/change-labels.ts';
import { canBeMerged, hasLabel, isEnabled, isReviewLabel } from '../labels/label-names.ts';
import { evaluateNow } from '../merge/evaluate-now.ts';
import { mayWrite } from '../shared/may-write.ts';
import { runSteps } from '../shared/run-steps.ts';
import type { Pull } from '../shared/read-pull.ts';
import { checkTitle } from './check-title.ts';
import { automaticLabels, isAutoVerified, sizeLabels, together } from './own-labels.ts';
import { hasSameDiff } from './same-diff.ts';
import { setUp } from './set-up.ts';

/** New commits: verdicts about the earlier ones no longer count. */
export async function onSynchronize(
  context: HandlerContext,
  pull: Pull,
  before: string,
): Promise<void> {
  const { settings } = context;
  // Its opening event was late, and skipped.
  const hasSize = pull.labels.some((label) => label.startsWith('size/'));
  if (!hasSize && isEnabled(settings, 'size/')) {
    return setUp(context, pull, { isWelcomed: true });
  }
  await runSteps(context, {
    labels: async () => {
      const isClean = await hasSameDiff(context, pull, before);
      const stale = isClean ? [] : await staleLabels(context, pull);
      const isVerified = isAutoVerified(pull, settings);
      const reset = [...stale, ...(isVerified ? [] : ['verified'])];
      const change = together(sizeLabels(pull, settings), { add: [], remove: reset });
      const { labels } = await changeLabels(context, pull, change);
      return { diff: isClean ? 'same' : 'changed', labels };
    },
    check: () =>
      setCheck(context, pull, {
        ...{ name: canBeMerged, state: 'queued', title: 'Waiting' },
        text: 'The new commits will be looked at soon.',
      }),
    title: () => checkTitle(context, pull),
  });
  await evaluateNow(context, pull.number);
}

/** Whoever may not push to the base branch must not add commits to what merges by itself. */
async function staleLabels(context: HandlerContext, pull: Pull): Promise<string[]> {
  const { delivery, settings } = context;
  const stale = [...pull.labels.filter(isReviewLabel), canBeMerged];
  const isAutomatic = automaticLabels(pull, settings).add.includes('automerge');
  if (isAutomatic || !hasLabel(pull, 'automerge')) return stale;
  return (await mayWrite(context, delivery.sender ?? '')) ? stale : [...stale, 'automerge'];
}
