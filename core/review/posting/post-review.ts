import { type Failure, isFailure } from '#core/platform/failure.ts';
import type { Scm } from '#core/scm/client.ts';
import type { PullRequestName } from '#core/scm/pull-request.ts';
import {
  deleteDraft,
  findDraft,
  type InlineComment,
  postReview,
  type Review,
} from '#core/scm/reviews.ts';
import { fingerprintsIn, markOf, type Prepared } from './prepare.ts';
import type { PlanInput, ReviewPlan } from './review-plan.ts';
import { withSuggestions } from './suggestions.ts';
import { closing, maxCharacters, pieces, summaryBodies } from './summary.ts';

/** The review, and further ones for what exceeds the limit of one text. */
export function reviewsOf(all: readonly Prepared[], commit: string): [Review, ...Review[]] {
  const [first, ...rest] = summaryBodies(all);
  const event = 'COMMENT';
  const further = rest.map((body) => ({ commit_id: commit, body, event, comments: [] }) as const);
  return [{ commit_id: commit, body: first, event, comments: all.flatMap(inline) }, ...further];
}

interface Posted {
  readonly posted: readonly Prepared[];
  /** Why the others are not posted. */
  readonly failure?: Failure;
}

/**
 * Posts one review. Comments that the host refuses although the diff shows their lines move into the
 * summary, unless it is strict.
 */
export async function post(scm: Scm, plan: ReviewPlan, options: PlanInput): Promise<Posted> {
  const { commit, reviews: before } = plan;
  const { name } = options;
  const all = await postFirst(scm, plan, options);
  const [, ...rest] = reviewsOf(all, commit);
  for (const [at, review] of rest.entries()) {
    try {
      await postReview(scm, name, review, before);
    } catch (error) {
      if (!isFailure(error)) throw error;
      const missing = new Set(rest.slice(at).flatMap(({ body }) => fingerprintsIn(body)));
      return { posted: all.filter(({ id }) => !missing.has(id)), failure: error };
    }
  }
  return { posted: all };
}

/** Posts the review with all that is in the diff; returns the comments with the places that they have. */
async function postFirst(
  scm: Scm,
  { fresh: all, commit, reviews: before }: ReviewPlan,
  { name, strict }: PlanInput,
): Promise<readonly Prepared[]> {
  try {
    await postReview(scm, name, reviewsOf(all, commit)[0], before);
    return all;
  } catch (error) {
    if (strict || !isFailure(error, 'unprocessable')) throw error;
    const accepts = (group: readonly Prepared[]) => isAccepted(scm, name, reviewsOf(group, commit));
    // Without comments the host refuses the commit, or because of the user's draft.
    if (!(await accepts([])) && !((await deleteOwnDraft(scm, name)) && (await accepts([])))) {
      throw error;
    }
    const inDiff = all.filter(({ place }) => place !== undefined);
    const refused = new Set(await findRefused(inDiff, accepts));
    const moved = all.map((each) => (refused.has(each) ? { ...each, place: undefined } : each));
    await postReview(scm, name, reviewsOf(moved, commit)[0], before);
    return moved;
  }
}

/** A draft is seen by its author alone, and deleted at once. */
async function isAccepted(scm: Scm, name: PullRequestName, [review]: [Review, ...Review[]]) {
  const { commit_id, body, comments } = review;
  try {
    const { id } = await postReview(scm, name, { commit_id, body, comments });
    await deleteDraft(scm, name, id);
    return true;
  } catch (error) {
    if (isFailure(error, 'unprocessable')) return false;
    throw error;
  }
}

/** The draft of a run that was killed; a person's draft stays. */
async function deleteOwnDraft(scm: Scm, name: PullRequestName): Promise<boolean> {
  const draft = await findDraft(scm, name);
  if (!draft?.body.endsWith(closing)) return false;
  await deleteDraft(scm, name, draft.id);
  return true;
}

function inline({ comment, place, id }: Prepared): InlineComment[] {
  if (!place) return [];
  const { path, line, lines = [] } = place;
  const isMoved = line !== comment.line && lines.length === 0;
  const note = isMoved ? `\n\n*Meant for line ${comment.line}, which is not in the diff.*` : '';
  const parts = pieces(withSuggestions(comment, place), maxCharacters);
  const start = { start_line: line - lines.length + 1, start_side: 'RIGHT' } as const;
  return parts.map((part, at) => {
    const end = at === parts.length - 1 ? note : '';
    const body = `${part}${end}\n\n${markOf(id)}`;
    return { path, ...(lines.length > 1 && start), line, side: 'RIGHT', body };
  });
}

/** Those of the items that are refused, each by itself. `accepts` is asked about groups, which are
 * halved while they are refused. */
async function findRefused<Item>(
  items: readonly Item[],
  accepts: (items: readonly Item[]) => Promise<boolean>,
): Promise<Item[]> {
  if (items.length === 0 || (await accepts(items))) return [];
  if (items.length === 1) return [...items];
  const half = items.length >> 1;
  return [
    ...(await findRefused(items.slice(0, half), accepts)),
    ...(await findRefused(items.slice(half), accepts)),
  ];
}
