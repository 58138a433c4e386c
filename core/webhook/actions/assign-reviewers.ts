import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import { pullPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { readOwners } from '../pulls/owners.ts';
import type { Pull } from '../pulls/pull.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings' | 'log'>;

/** The host's limit for one pull request. */
const maxReviewers = 15;

const review = z.object({ user: z.object({ login: z.string() }) });

/** Requests reviews from the reviewers in OWNERS, who are not asked twice. */
export async function assignReviewers(context: Context, pull: Pull) {
  const { reviewers } = await readOwners(context, pull);
  const people = new Set(
    [pull.author, ...pull.requestedReviewers].map((each) => each.toLowerCase()),
  );
  const reviews = await context.scm.all(`${pullPath(pull.name)}/reviews`);
  for (const each of reviews) {
    const { data } = review.safeParse(each);
    if (data) people.add(data.user.login.toLowerCase());
  }
  // A team, as in `org/team`, is not a person.
  const missing = reviewers.filter((login) => !people.has(login) && !login.includes('/'));
  const free = Math.max(0, maxReviewers - pull.requestedReviewers.length);
  return { reviewers: await requestReviews(context, pull, missing.slice(0, free)) };
}

/** One person who is no collaborator makes the host refuse all of them: then each is asked alone. */
export async function requestReviews(
  context: Context,
  pull: Pull,
  logins: readonly string[],
): Promise<readonly string[]> {
  if (logins.length === 0) return [];
  try {
    await request(context, pull, logins);
    return logins;
  } catch (error) {
    if (!isFailure(error, 'unprocessable')) throw error;
    if (logins.length === 1) {
      context.log.warning(`No review requested from ${logins[0]}: ${error.message}`);
      return [];
    }
  }
  const requested: string[] = [];
  for (const login of logins) requested.push(...(await requestReviews(context, pull, [login])));
  return requested;
}

async function request({ scm }: Context, { name }: Pull, reviewers: readonly string[]) {
  const path = `${pullPath(name)}/requested_reviewers`;
  await scm.call(path, { method: 'POST', body: { reviewers }, mayRepeat: true });
}
