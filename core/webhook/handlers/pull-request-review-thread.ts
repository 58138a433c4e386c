import * as z from 'zod/mini';
import type { EventHandler } from './handler.ts';
import { requestEvaluation } from './merge/request-evaluation.ts';
import { currentPull } from './shared/current-pull.ts';
import { pullInPayload, readPayload } from './shared/read-payload.ts';

const schema = z.object({ pull_request: pullInPayload });

/** A thread of a review was resolved or opened again. */
export const pullRequestReviewThread: EventHandler = async (context) => {
  const { pull_request: named } = readPayload(context.delivery, schema);
  const pull = await currentPull(context, { number: named.number, sha: named.head.sha });
  if (pull) await context.log.step('evaluation', () => requestEvaluation(context, pull.number));
};
