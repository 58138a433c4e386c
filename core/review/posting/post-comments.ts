import { isFailure } from '#core/platform/failure.ts';
import type { Scm } from '#core/scm/client.ts';
import type { Review } from '#core/scm/reviews.ts';
import { listThreads, resolveThread } from '#core/scm/threads.ts';
import { post, reviewsOf } from './post-review.ts';
import { fingerprintsIn, type Prepared } from './prepare.ts';
import { type PlanInput, planReview, type ReviewPlan } from './review-plan.ts';

interface Position {
  readonly path: string;
  readonly line: number;
}

/** As `pr post-comment` prints it. */
interface PostResult {
  readonly status: 'success' | 'failed';
  readonly comment_count: number;
  readonly posted: readonly Position[];
  readonly failed: readonly Position[];
  readonly error?: string;
  /** Absent: none. `to` is the line, or the summary. */
  readonly moved?: readonly Moved[];
}

interface Moved extends Position {
  readonly to: number | 'summary';
}

const causes = [
  'Hint: a line is outside the diff of the pull request',
  'Hint: a path is not a file of the pull request',
  'Hint: the commit SHA is stale: use the head of the pull request',
];

export interface PostOptions extends PlanInput {
  /** Resolves earlier comments that are fixed. `when-some`: only if there are comments; an empty list
   * does nothing at all. */
  readonly resolve: 'always' | 'when-some' | 'never';
  /** Called before anything is posted. */
  readonly announce?: () => Promise<void>;
}

/** The reviews that postComments would post now. */
export async function previewReviews(scm: Scm, options: PostOptions): Promise<readonly Review[]> {
  const { fresh, commit } = await planReview(scm, options);
  return fresh.length === 0 ? [] : reviewsOf(fresh, commit);
}

/** Posts one review with what earlier runs did not post, and resolves comments that are fixed. */
export async function postComments(
  open: () => Promise<Scm>,
  options: PostOptions,
): Promise<PostResult> {
  const { comments, say, strict } = options;
  const total = { comment_count: comments.length };
  const nothing = { status: 'success', ...total, posted: [], failed: [] } as const;
  if (comments.length === 0 && options.resolve !== 'always') return nothing;
  const scm = await open();
  let pending = comments.map(({ path, line }) => ({ path, line }));
  try {
    const plan = await planReview(scm, options);
    pending = plan.fresh.map(positionOf);
    const before = comments.length - pending.length;
    if (before > 0) say(`${before} of ${comments.length} comments were posted before`);
    if (pending.length > 0) await options.announce?.();
    const { posted, failure } =
      pending.length === 0 ? { posted: [] } : await post(scm, plan, options);
    if (!failure && !strict && options.resolve !== 'never') await resolveFixed(scm, plan, options);
    const moved = posted.flatMap(movedTo);
    for (const each of moved) say(hint(each));
    const result = {
      ...nothing,
      posted: posted.map(positionOf),
      ...(moved.length > 0 && { moved }),
    };
    if (!failure) return result;
    const landed = new Set(posted.map(({ id }) => id));
    const failed = plan.fresh.filter(({ id }) => !landed.has(id)).map(positionOf);
    return { ...result, status: 'failed', failed, error: failure.message };
  } catch (error) {
    if (!isFailure(error)) throw error;
    for (const line of causes) say(line);
    return { status: 'failed', ...total, posted: [], failed: pending, error: error.message };
  }
}

function positionOf({ comment: { path, line } }: Prepared): Position {
  return { path, line };
}

function movedTo({ comment: { path, line }, place }: Prepared): Moved[] {
  if (place?.line === line || place?.lines) return [];
  return [{ path, line, to: place?.line ?? 'summary' }];
}

function hint({ path, line, to }: Moved): string {
  const where = to === 'summary' ? 'listed in the summary' : `posted at line ${to}`;
  return `Hint: ${path}:${line} is not in the diff of the pull request: ${where}`;
}

/**
 * Resolves the threads of our earlier comments that are fixed: the code they were at has changed,
 * and the reviewer does not repeat them. What the token may not resolve stays open.
 */
async function resolveFixed(scm: Scm, plan: ReviewPlan, { name, say }: PostOptions): Promise<void> {
  const ids = new Set(plan.prepared.map(({ id }) => id));
  if (![...plan.earlier].some((id) => !ids.has(id))) return;
  try {
    const threads = await listThreads(scm, name);
    const fixed = threads.filter(({ isResolved, isOutdated, viewerCanResolve, comments }) => {
      const [first] = comments.nodes;
      const own = first?.viewerDidAuthor === true ? fingerprintsIn(first.body) : [];
      const isRepeated = own.some((id) => ids.has(id));
      return own.length > 0 && !isRepeated && isOutdated && !isResolved && viewerCanResolve;
    });
    for (const { id } of fixed) await resolveThread(scm, id);
    if (fixed.length > 0) say(`${fixed.length} fixed comments were resolved`);
  } catch (error) {
    if (!isFailure(error)) throw error;
    say(`Fixed comments were not resolved: ${error.message}`);
  }
}
