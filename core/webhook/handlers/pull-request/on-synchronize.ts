import type { HandlerContext } from '../handler.ts';
import { changeLabels } from '../labels/change-labels.ts';
import { isEnabled } from '../labels/label-names.ts';
import { evaluateNow } from '../merge/evaluate-now.ts';
import { runSteps } from '../shared/run-steps.ts';
import type { Pull } from '../shared/read-pull.ts';
import { checkTitle } from './check-title.ts';
import { sizeLabels } from './own-labels.ts';
import { setUp } from './set-up.ts';

/** New commits. */
export async function onSynchronize(context: HandlerContext, pull: Pull): Promise<void> {
  const { settings } = context;
  const isSetUp = hasSize(pull) || !isEnabled(settings, 'size/');
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
