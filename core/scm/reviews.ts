import * as z from 'zod/mini';
import type { Scm } from './client.ts';
import { pullPath, type PullRequestName } from './pull-request.ts';

export interface InlineComment {
  readonly path: string;
  /** The first of several lines; `line` is the last. */
  readonly start_line?: number;
  readonly start_side?: 'RIGHT';
  readonly line: number;
  readonly side: 'RIGHT';
  readonly body: string;
}

export interface Review {
  readonly commit_id: string;
  readonly body: string;
  /** Absent: a draft, of which a user has one per pull request. */
  readonly event?: 'COMMENT';
  readonly comments: readonly InlineComment[];
}

/** Failure('unprocessable') when the host refuses one of the comments, or the commit. `before`: the reviews
 * of the time before; where they are given, a lost answer is followed by a look for the review. */
export async function postReview(
  scm: Scm,
  name: PullRequestName,
  review: Review,
  before?: ReadonlySet<number>,
): Promise<{ readonly id: number }> {
  const body = { ...review };
  const look = async () =>
    (await listReviews(scm, name)).reviews.find(
      ({ id, body }) => !before?.has(id) && body.trim() === review.body.trim(),
    );
  const call = { method: 'POST', body, ...(before && { look }) } as const;
  const answer = await scm.json(`${pullPath(name)}/reviews`, call);
  const { data } = z.object({ id: z.number() }).safeParse(answer);
  return data ?? { id: 0 };
}

export async function deleteDraft(scm: Scm, name: PullRequestName, id: number): Promise<void> {
  await scm.call(`${pullPath(name)}/reviews/${id}`, { method: 'DELETE' });
}

const text = z.catch(z.string(), '');
const entrySchema = z.object({
  id: z.catch(z.number(), 0),
  body: text,
  /** Only a review has one. The host lists the user's own draft too. */
  state: text,
  commit_id: text,
  /** In the file of that commit. Only a comment has one; null: the code has changed since. */
  line: z.catch(z.nullable(z.number()), null),
  author_association: text,
  user: z.catch(z.object({ login: z.string(), type: text }), { login: '', type: '' }),
});

export type ReviewText = z.output<typeof entrySchema>;

async function list(scm: Scm, name: PullRequestName, what: 'comments' | 'reviews') {
  const entries = await scm.all(`${pullPath(name)}/${what}`);
  return entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
}

/** All inline comments, and all reviews that are posted. */
export async function listReviews(scm: Scm, name: PullRequestName) {
  const [comments, reviews] = await Promise.all([
    list(scm, name, 'comments'),
    list(scm, name, 'reviews'),
  ]);
  return { comments, reviews: reviews.filter(({ state }) => state !== 'PENDING') };
}

/** The user's draft, of which there is at most one. */
export async function findDraft(
  scm: Scm,
  name: PullRequestName,
): Promise<{ readonly id: number; readonly body: string } | undefined> {
  return (await list(scm, name, 'reviews')).find(({ state }) => state === 'PENDING');
}
