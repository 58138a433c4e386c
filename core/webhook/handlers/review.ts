import * as z from 'zod/mini';
import { lowerAscii } from '#core/text/ascii.ts';
import { readCommands } from '../commands/read-commands.ts';
import { runCommands } from '../commands/run-commands.ts';
import { requestEvaluation } from '../merging/request-evaluation.ts';
import {
  isProcessed,
  type Judged,
  saveVerdict,
  verdictName,
  withdrawVerdicts,
} from '../merging/verdicts.ts';
import { isMarked, putComment } from '#core/scm/comments.ts';
import { skip, type EventHandler, type HandlerContext } from '../pulls/context.ts';
import { changeLabels, hasLabel, personLabel, type ReviewPrefix } from '../pulls/labels.ts';
import { isSkipped, loggedPull, type Pull } from '../pulls/pull.ts';
import { pullInPayload, readPayload } from '../pulls/read-payload.ts';

const optional = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);
const schema = z.object({
  pull_request: z.object({
    number: z.int(),
    head: optional(z.object({ sha: z.string() })),
    base: optional(z.object({ ref: z.string() })),
  }),
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
  const { review, pull_request: event } = readPayload(delivery, schema);
  if (!['submitted', 'dismissed'].includes(delivery.action ?? '')) return;
  const pull = await loggedPull(context, event.number);
  // The author's own reviews are answers in threads.
  const isOwn = lowerAscii(review.user.login) === lowerAscii(pull.author);
  // A review is about its own commit, not about the newest one.
  const sha = review.commit_id ?? event.head?.sha ?? '';
  const target = { sha, base: event.base?.ref ?? pull.baseRef };
  const isDismissed = delivery.action === 'dismissed';
  // An objection counts on drafts, too.
  if (!isOwn) {
    await log.step('verdict', () =>
      keepVerdict(context, pull, { review, judged: target, isDismissed }),
    );
  }
  if (pull.isDraft) await skip(context, 'it is a draft');
  else if (!isOwn) {
    await log.step('review-label', async () => {
      const change = labelChange(pull, review, { judged: target, isDismissed });
      await changeLabels(context, pull, change);
      return change;
    });
  }
  if (!isDismissed) await approveByLine(context, pull, { review, judged: target });
};

interface Said {
  readonly review: Review;
  readonly judged: Judged;
  readonly isDismissed: boolean;
}

/** An approval of an earlier commit is none; an objection to it stands. */
async function keepVerdict(context: HandlerContext, pull: Pull, statement: Said): Promise<void> {
  const { review, judged, isDismissed } = statement;
  const { login } = review.user;
  const approval = verdictName('approved-', login);
  const objection = verdictName('changes-requested-', login);
  const state = isDismissed ? 'dismissed' : review.state.toLowerCase();
  const verdict = { ...judged, at: review.submitted_at };
  if (state === 'changes_requested') await saveVerdict(context, pull, objection, verdict);
  if (state === 'changes_requested' || isDismissed) {
    await withdrawVerdicts(context, pull, [approval]);
  }
  if (state === 'approved' || isDismissed) await withdrawVerdicts(context, pull, [objection]);
  if (state !== 'approved' || pull.isDraft || !isProcessed(judged, pull)) return;
  await saveVerdict(context, pull, approval, verdict);
}

/** One of the three labels for each reviewer. A comment, such as an answer in a thread, does not
 * take an earlier verdict back. */
function labelChange(
  pull: Pull,
  { state, user }: Review,
  { judged, isDismissed }: Pick<Said, 'judged' | 'isDismissed'>,
) {
  const labelOf = (prefix: ReviewPrefix) => personLabel(prefix, user.login);
  if (isDismissed) return { add: [], remove: verdicts.map(labelOf) };
  const prefix = prefixes[state.toLowerCase()];
  const hasVerdict = verdicts.some((verdict) => hasLabel(pull, labelOf(verdict)));
  // Newer commits have dropped the approvals already.
  const isStale = prefix === 'approved-' && !isProcessed(judged, pull);
  if (!prefix || isStale || (prefix === 'commented-' && hasVerdict)) return { add: [], remove: [] };
  const others = Object.values(prefixes).filter((other) => other !== prefix);
  return { add: [labelOf(prefix)], remove: others.map(labelOf) };
}

async function approveByLine(
  context: HandlerContext,
  pull: Pull,
  { review, judged }: Pick<Said, 'review' | 'judged'>,
) {
  const { id, body, user, submitted_at: writtenAt } = review;
  const commands = readCommands(body).filter(
    ({ name, text, isCancelled }) => name === 'approve' && text === '' && !isCancelled,
  );
  if (commands.length === 0 || isMarked(body) || user.type === 'Bot') return;
  const { problems } = await runCommands(context, pull, {
    commands,
    login: user.login,
    writtenAt,
    judged,
  });
  if (problems.length === 0) return;
  await context.log.step('answer', () => {
    const place = { path: context.settings.path, number: pull.number, key: `review:${id}` };
    return putComment(context.scm, place, problems.join('\n'));
  });
}

/** A thread of a review was resolved or opened again. */
export const pullRequestReviewThread: EventHandler = async (context) => {
  const { pull_request: event } = readPayload(
    context.delivery,
    z.object({ pull_request: pullInPayload }),
  );
  const pull = await loggedPull(context, event.number);
  if (await isSkipped(context, pull, event.head.sha)) return;
  await context.log.step('evaluation', () => requestEvaluation(context, pull.number));
};
