import * as z from 'zod/mini';
import { isMarked } from './comments/marker.ts';
import { putComment } from './comments/put-comment.ts';
import { readCommands } from './commands/read-commands.ts';
import { runCommands } from './commands/run-commands.ts';
import type { EventHandler } from './handler.ts';
import { changeLabels } from './labels/change-labels.ts';
import { hasLabel, personLabel, type ReviewPrefix } from './labels/label-names.ts';
import { loggedPull, skip } from './shared/current-pull.ts';
import { readPayload } from './shared/read-payload.ts';
import type { Pull } from './shared/read-pull.ts';
import { pathOf } from './shared/repository-path.ts';

const schema = z.object({
  pull_request: z.object({ number: z.int() }),
  review: z.object({
    id: z.int(),
    body: z.catch(z.string(), ''),
    state: z.string(),
    commit_id: z.catch(z.nullable(z.string()), null),
    submitted_at: z.catch(z.string(), ''),
    user: z.object({ login: z.string(), type: z._default(z.string(), 'User') }),
  }),
});

type Review = z.output<typeof schema>['review'];

const verdicts = ['approved-', 'changes-requested-'] as const;
const prefixes: Readonly<Record<string, ReviewPrefix>> = {
  approved: 'approved-',
  changes_requested: 'changes-requested-',
  commented: 'commented-',
};

/** Labels what a reviewer said. A line of the review that is exactly `/approve` is that command. */
export const pullRequestReview: EventHandler = async (context) => {
  const { delivery, log } = context;
  const { review, pull_request: named } = readPayload(delivery, schema);
  if (!['submitted', 'dismissed'].includes(delivery.action ?? '')) return;
  const pull = await loggedPull(context, named.number);
  // The author's own reviews are answers in threads.
  const isOwn = review.user.login.toLowerCase() === pull.author.toLowerCase();
  if (pull.isDraft) await skip(context, 'it is a draft');
  else if (!isOwn) {
    await log.step('review-label', async () => {
      const change = labelChange(pull, review, delivery.action === 'dismissed');
      await changeLabels(context, pull, change);
      return change;
    });
  }
  if (delivery.action === 'submitted') await approveByLine(context, pull, review);
};

/** One of the three labels for each reviewer. A comment, such as an answer in a thread, does not
 * take an earlier verdict back. */
function labelChange(pull: Pull, { state, commit_id: commit, user }: Review, isDismissed: boolean) {
  const labelOf = (prefix: ReviewPrefix) => personLabel(prefix, user.login);
  if (isDismissed) return { add: [], remove: verdicts.map(labelOf) };
  const prefix = prefixes[state.toLowerCase()];
  const hasVerdict = verdicts.some((verdict) => hasLabel(pull, labelOf(verdict)));
  // Newer commits have dropped the approvals already.
  const isStale = prefix === 'approved-' && commit !== null && commit !== pull.headSha;
  if (!prefix || isStale || (prefix === 'commented-' && hasVerdict)) return { add: [], remove: [] };
  const others = Object.values(prefixes).filter((other) => other !== prefix);
  return { add: [labelOf(prefix)], remove: others.map(labelOf) };
}

async function approveByLine(
  ...[context, pull, review]: [...Parameters<EventHandler>, Pull, Review]
) {
  const { id, body, user, submitted_at: writtenAt } = review;
  const commands = readCommands(body).filter(
    ({ name, text, isCancelled }) => name === 'approve' && text === '' && !isCancelled,
  );
  if (commands.length === 0 || isMarked(body) || user.type === 'Bot') return;
  const { problems } = await runCommands(context, pull, { commands, login: user.login, writtenAt });
  if (problems.length === 0) return;
  await context.log.step('answer', () => {
    const place = { path: pathOf(context.settings), number: pull.number, key: `review:${id}` };
    return putComment(context.scm, place, problems.join('\n'));
  });
}
