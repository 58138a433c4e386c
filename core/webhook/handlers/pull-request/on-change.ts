import type { HandlerContext } from '../handler.ts';
import { changeLabels } from '../labels/change-labels.ts';
import { evaluateNow } from '../merge/evaluate-now.ts';
import { runSteps } from '../shared/run-steps.ts';
import type { Pull } from '../shared/read-pull.ts';
import { checkTitle } from './check-title.ts';
import { branchLabels, together, wipLabels } from './own-labels.ts';
import { isWip } from './title.ts';

export interface Change {
  /** Of `edited`: the title before. */
  readonly earlierTitle?: string | undefined;
  readonly label?: string | undefined;
}

/** Title, base branch or labels were changed. */
export async function onChange(
  context: HandlerContext,
  pull: Pull,
  { earlierTitle, label }: Change,
): Promise<void> {
  const { action } = context.delivery;
  await runSteps(context, {
    labels: async () => {
      const wasWip = earlierTitle !== undefined && isWip(earlierTitle) && !isWip(pull.title);
      const remove = wasWip ? ['wip'] : [];
      const renamed = action === 'edited' ? [branchLabels(pull)] : [];
      const change = together(wipLabels(pull), ...renamed, { add: [], remove });
      const { labels } = await changeLabels(context, pull, change);
      return { labels };
    },
    ...(action === 'edited' && { title: () => checkTitle(context, pull) }),
  });
  if (label === undefined || isDecisive(label, context.settings)) {
    await evaluateNow(context, pull.number);
  }
}

const silent =
  /^(?:can-be-merged|has-conflicts|needs-rebase|size\/|branch-|commented-|cherry-pick)/;

/** Whether the evaluation reads the label. Those that it sets itself must not start the next one. */
function isDecisive(label: string, { requiredLabels }: HandlerContext['settings']): boolean {
  return !silent.test(label) || requiredLabels.includes(label);
}
