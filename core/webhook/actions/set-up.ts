import { commands, type Rule } from '../merging/permissions.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { requestChecks } from './request-checks.ts';
import { evaluateNow } from '../merging/evaluate.ts';
import { putComment } from '#core/scm/comments.ts';
import { type HandlerContext, runSteps } from '../pulls/context.ts';
import { canBeMerged, changeLabels } from '../pulls/labels.ts';
import {
  automaticLabels,
  branchLabels,
  sizeLabels,
  together,
  wipLabels,
} from '../pulls/own-labels.ts';
import type { Pull } from '../pulls/pull.ts';
import { quote } from '../pulls/quote.ts';
import { checkTitle, setCheck } from '../pulls/set-check.ts';
import { assignReviewers } from './assign-reviewers.ts';

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
    check: async () =>
      void (await setCheck(context, pull, {
        name: canBeMerged,
        state: 'queued',
        title: 'Waiting',
        text: 'This pull request will be reviewed soon.',
      })),
    title: () => checkTitle(context, pull),
    ...(settings.customChecks.length > 0 && { checks: () => requestChecks(context, pull) }),
    // The last step: without the label of a size the next event does all of this again.
    labels: async () => {
      const change = together(
        sizeLabels(pull, settings),
        branchLabels(pull),
        wipLabels(pull),
        automaticLabels(pull, settings),
      );
      const { labels } = await changeLabels(context, pull, change);
      return { labels };
    },
  });
  await evaluateNow(context, number);
}

/** The first comment on a pull request. */
export function welcomeText({ welcomeExtraInfo: extra }: RepositorySettings): string {
  const rows = Object.entries<Rule>(commands).map(
    ([name, { example = `/${name}`, effect }]) => `| ${quote(example)} | ${effect} |`,
  );
  return [
    '## Welcome',
    '',
    `Labels, reviewers and the assignee are set. The check ${quote(canBeMerged)} lists what is ` +
      'still missing before this can be merged; it updates as you go.',
    '',
    'Begin a line of a comment with one of these commands. Most accept `cancel`.',
    '',
    '| command | effect |',
    '| --- | --- |',
    ...rows,
    ...(extra === undefined ? [] : ['', extra]),
  ].join('\n');
}
