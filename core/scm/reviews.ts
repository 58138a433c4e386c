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

/** Failure('unprocessable') when the host refuses one of the comments, or the commit. */
export async function postReview(
  scm: Scm,
  name: PullRequestName,
  review: Review,
): Promise<{ readonly id: number }> {
  const body = { ...review };
  const answer = await scm.json(`${pullPath(name)}/reviews`, { method: 'POST', body });
  const { data } = z.object({ id: z.number() }).safeParse(answer);
  return data ?? { id: 0 };
}

export async function deleteDraft(scm: Scm, name: PullRequestName, id: number): Promise<void> {
  await scm.call(`${pullPath(name)}/reviews/${id}`, { method: 'DELETE' });
}

const entrySchema = z.object({
  id: z.catch(z.number(), 0),
  body: z.catch(z.string(), ''),
  /** Only a review has one. The host lists the user's own draft too. */
  state: z.catch(z.string(), ''),
});

async function list(scm: Scm, name: PullRequestName, what: 'comments' | 'reviews') {
  const entries = await scm.all(`${pullPath(name)}/${what}`);
  return entries.flatMap((entry) => entrySchema.safeParse(entry).data ?? []);
}

/** The texts of all inline comments and of all reviews that are posted. */
export async function listReviewTexts(scm: Scm, name: PullRequestName) {
  const [comments, reviews] = await Promise.all([
    list(scm, name, 'comments'),
    list(scm, name, 'reviews'),
  ]);
  const posted = reviews.filter(({ state }) => state !== 'PENDING');
  return { comments: comments.map(({ body }) => body), reviews: posted.map(({ body }) => body) };
}

/** The user's draft, of which there is at most one. */
export async function findDraft(
  scm: Scm,
  name: PullRequestName,
): Promise<{ readonly id: number; readonly body: string } | undefined> {
  return (await list(scm, name, 'reviews')).find(({ state }) => state === 'PENDING');
}
