import { repositoryPath } from '#core/scm/pull-request.ts';
import { setCheck } from '../checks/set-check.ts';
import { putComment } from '../comments/put-comment.ts';
import type { HandlerContext } from '../handler.ts';
import { changeLabels } from '../labels/change-labels.ts';
import { canBeMerged } from '../labels/label-names.ts';
import { evaluateNow } from '../merge/evaluate-now.ts';
import { runSteps } from '../shared/run-steps.ts';
import type { Pull } from '../shared/read-pull.ts';
import { assignReviewers } from './assign-reviewers.ts';
import { checkTitle } from './check-title.ts';
import { automaticLabels, branchLabels, sizeLabels, together, wipLabels } from './own-labels.ts';
import { welcomeText } from './welcome.ts';

/** What happens to a new pull request. Repeated: only what is missing. */
export async function setUp(
  context: HandlerContext,
  pull: Pull,
  { isWelcomed }: { readonly isWelcomed: boolean },
): Promise<void> {
  const { scm, settings } = context;
  const { number, author } = pull;
  const path = repositoryPath(pull.name);
  await runSteps(context, {
    ...(isWelcomed && {
      welcome: () => putComment(scm, { path, number, key: 'welcome' }, welcomeText(settings)),
    }),
    assignee: async () => {
      if (pull.assignees.includes(author)) return;
      const body = { assignees: [author] };
      const options = { method: 'POST', body, mayRepeat: true } as const;
      await scm.call(`${path}/issues/${number}/assignees`, options);
    },
    reviewers: () => assignReviewers(context, pull),
    check: () =>
      setCheck(context, pull, {
        ...{ name: canBeMerged, state: 'queued', title: 'Waiting' },
        text: 'The pull request will be looked at soon.',
      }),
    title: () => checkTitle(context, pull),
    // The last step: without the label of a size the next event does all of this again.
    labels: async () => {
      const change = together(
        ...[sizeLabels(pull, settings), branchLabels(pull), wipLabels(pull)],
        automaticLabels(pull, settings),
      );
      const { labels } = await changeLabels(context, pull, change);
      return { labels };
    },
  });
  await evaluateNow(context, number);
}
