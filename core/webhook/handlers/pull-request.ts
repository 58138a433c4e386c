import * as z from 'zod/mini';
import { cherryPick } from '../actions/cherry-pick.ts';
import { setUp } from '../actions/set-up.ts';
import { requestChecks } from '../actions/request-checks.ts';
import { evaluateNow } from '../merging/evaluate.ts';
import { evaluateOthers } from '../merging/evaluate-others.ts';
import { onNewHead } from '../merging/new-head.ts';
import { skip, type EventHandler, type HandlerContext, runSteps } from '../pulls/context.ts';
import { canBeMerged, changeLabels, cherryPickBranch, isEnabled } from '../pulls/labels.ts';
import { branchLabels, isWip, sizeLabels, together, wipLabels } from '../pulls/own-labels.ts';
import { isViewer } from '#core/scm/viewer.ts';
import { isSkipped, loggedPull, type Pull } from '../pulls/pull.ts';
import { pullInPayload, readPayload } from '../pulls/read-payload.ts';
import { checkTitle } from '../pulls/set-check.ts';
import { onLabelByHand } from './label-by-hand.ts';

const actions = [
  ...(['opened', 'reopened', 'ready_for_review', 'synchronize'] as const),
  ...(['edited', 'labeled', 'unlabeled', 'closed'] as const),
];

const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);
const schema = z.object({
  pull_request: pullInPayload,
  /** In `synchronize`: the newest commit before. */
  before: z.catch(z.string(), ''),
  changes: optional(
    z.object({
      title: optional(z.object({ from: z.string() })),
      base: optional(z.unknown()),
    }),
  ),
  label: optional(z.object({ name: z.string() })),
  sender: z.catch(z.object({ login: z.string(), type: z._default(z.string(), 'User') }), {
    login: '',
    type: 'User',
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
    await onLabelByHand(context, pull, {
      label: label.name,
      sender,
      judged: { sha: head.sha, base: base?.ref ?? pull.baseRef },
    });
  }
  // When several things changed, each one's own event says who made it.
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

export interface Change {
  /** In `edited`: the title before. */
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
  const login = context.delivery.sender ?? '';
  const isForeign = label === canBeMerged && !(await isViewer(context.scm, { login }));
  if (label === undefined || isForeign || isDecisive(label, context.settings)) {
    await evaluateNow(context, pull.number);
  }
}

const silent =
  /^(?:can-be-merged|has-conflicts|needs-rebase|size\/|branch-|commented-|cherry-pick)/;

/** Whether the evaluation reads the label. Those that it sets itself must not start the next one. */
function isDecisive(label: string, { requiredLabels }: HandlerContext['settings']): boolean {
  return !silent.test(label) || requiredLabels.includes(label);
}

/** After a merge the changes go to the branches that labels name, and the others of its base are judged
 * again. */
export async function onClosed(context: HandlerContext, pull: Pull): Promise<void> {
  const branches = pull.labels.flatMap((label) => cherryPickBranch(label) ?? []);
  if (!pull.isMerged) return skip(context, 'it was closed without a merge');
  await runSteps(context, { 'others of the base': () => evaluateOthers(context, pull) });
  for (const branch of branches) {
    try {
      await cherryPick(context, pull, branch);
    } catch (error) {
      // Recorded as a step; the other branches are not affected.
      if (context.signal.aborted) throw error;
    }
  }
}

/** New commits. */
export async function onSynchronize(context: HandlerContext, pull: Pull): Promise<void> {
  const { settings } = context;
  const isSetUp = hasSize(pull) || !isEnabled(settings, 'size/');
  // Its opening event was late, and skipped.
  if (!isSetUp) return setUp(context, pull, { isWelcomed: true });
  await runSteps(context, {
    size: async () => void (await changeLabels(context, pull, sizeLabels(pull, settings))),
    title: () => checkTitle(context, pull),
    ...(settings.customChecks.length > 0 && { checks: () => requestChecks(context, pull) }),
  });
  await evaluateNow(context, pull.number);
}

function hasSize({ labels }: Pull): boolean {
  return labels.some((label) => label.startsWith('size/'));
}
