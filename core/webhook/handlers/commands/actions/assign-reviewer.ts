import { isFailure } from '#core/platform/failure.ts';
import { pullPath } from '#core/scm/pull-request.ts';
import { quoteAll } from '../../shared/quote.ts';
import type { CommandAction } from '../command-call.ts';

/** Requests reviews of people, or takes the requests back. */
export const assignReviewer: CommandAction = async ({ context, pull, command }) => {
  const people = command.words.map((word) => word.replace(/^@/, ''));
  if (people.length === 0) return 'name the people, as in `/assign-reviewer @login`.';
  const wrong = people.filter((login) => !/^[a-z\d][a-z\d_-]{0,99}$/i.test(login));
  if (wrong.length > 0) return `${quoteAll(wrong)} cannot be the login of a person.`;
  const requested = pull.requestedReviewers.map((login) => login.toLowerCase());
  const { isCancelled } = command;
  const reviewers = people.filter(
    (login) => requested.includes(login.toLowerCase()) === isCancelled,
  );
  if (reviewers.length === 0) return undefined;
  try {
    await context.scm.call(`${pullPath(pull.name)}/requested_reviewers`, {
      method: isCancelled ? 'DELETE' : 'POST',
      body: { reviewers },
      mayRepeat: true,
    });
    return undefined;
  } catch (error) {
    if (!isFailure(error, 'unprocessable')) throw error;
    return `${quoteAll(reviewers)} cannot review it: reviewers are collaborators of the repository, and not the author.`;
  }
};
