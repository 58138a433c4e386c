import type { HandlerContext } from '../pulls/context.ts';
import { canBeMerged, changeLabels, hasLabel, isReviewLabel } from '../pulls/labels.ts';
import { automaticLabels, isAutoVerified } from '../pulls/own-labels.ts';
import { mayWrite } from '../pulls/people.ts';
import type { Pull } from '../pulls/pull.ts';
import { hasSameDiff } from './same-diff.ts';
import { carryVerdicts, findHead, isProcessed, saveHead } from './verdicts.ts';

export interface Move {
  /** For a push: the newest commit before. Empty: unknown. */
  readonly before: string;
  /** The event itself says that commits or the base branch changed. */
  readonly isChange: boolean;
  /** When the code host did it. */
  readonly at: string;
}

/**
 * Other commits, or another base branch, than at the last event: verdicts go, unless the only push
 * since was a clean rebase. Drafts are no exception. Repeated: nothing happens.
 */
export async function onNewHead(
  context: HandlerContext,
  pull: Pull,
  { before, isChange, at }: Move,
): Promise<void> {
  const head = await findHead(context, pull);
  if (head && isProcessed(head, pull)) return;
  if (!head && !isChange) return saveHead(context, pull, '');
  await context.log.step('verdicts', async () => {
    const isPush = head === undefined || (head.sha === before && head.base === pull.baseRef);
    const isClean = isPush && (await hasSameDiff(context, pull, before));
    if (isClean) await carryVerdicts(context, pull, before);
    const reset = isAutoVerified(pull, context.settings) ? [] : ['verified'];
    const isOnly = isPush || (isChange && head.sha === pull.headSha);
    const stale = isClean ? [] : await staleLabels(context, pull, isOnly);
    await changeLabels(context, pull, { remove: [...stale, ...reset] });
    // The end of it: what merges waits for this row.
    await saveHead(context, pull, at);
    return { diff: isClean ? 'same' : 'changed' };
  });
}

/** Only people who may push can add commits to what merges by itself, or choose its branch.
 * `isOnly`: this event names all that changed; what a skipped event changed may be of others. */
async function staleLabels(context: HandlerContext, pull: Pull, isOnly: boolean) {
  const { delivery, settings } = context;
  const stale = [...pull.labels.filter(isReviewLabel), canBeMerged];
  const isAutomatic = automaticLabels(pull, settings).add.includes('automerge');
  if (isAutomatic || !hasLabel(pull, 'automerge')) return stale;
  const isTrusted = isOnly && (await mayWrite(context, delivery.sender ?? ''));
  return isTrusted ? stale : [...stale, 'automerge'];
}
