import * as z from 'zod/mini';
import type { Scm } from './client.ts';
import { pullPath, type PullRequestName } from './pull-request.ts';

export interface InlineComment {
  readonly path: string;
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

/** The texts of all inline comments and reviews. */
export async function listReviewTexts(scm: Scm, name: PullRequestName) {
  const bodies = async (what: string) =>
    (await scm.all(`${pullPath(name)}/${what}`)).map((entry) => {
      const { body } = (entry ?? {}) as { body?: unknown };
      return typeof body === 'string' ? body : '';
    });
  return { comments: await bodies('comments'), reviews: await bodies('reviews') };
}
