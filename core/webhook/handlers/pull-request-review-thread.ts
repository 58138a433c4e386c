import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { EventHandler } from './handler.ts';
import { requestEvaluation } from './merge/request-evaluation.ts';
import { currentPull } from './shared/current-pull.ts';

const schema = z.object({
  pull_request: z.object({ number: z.int(), head: z.object({ sha: z.string() }) }),
});

/** A thread of a review was resolved or opened again. */
export const pullRequestReviewThread: EventHandler = async (context) => {
  const { data } = schema.safeParse(context.delivery.payload);
  if (!data) {
    throw new Failure('unprocessable', 'bad_payload', 'The payload names no pull request');
  }
  const { number, head } = data.pull_request;
  if (!(await currentPull(context, { number, sha: head.sha }))) return;
  await context.log.step('evaluation', () => requestEvaluation(context, number));
};
