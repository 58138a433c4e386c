import type { HandlerContext } from '../handler.ts';
import { evaluate, type Outcome } from './evaluate.ts';
import { requestEvaluation } from './request-evaluation.ts';

/** Evaluates a pull request within a delivery. When the host is not ready yet, the queue looks again. */
export async function evaluateNow(context: HandlerContext, number: number): Promise<Outcome> {
  const outcome = await evaluate(context, number);
  if (outcome === 'unknown') await requestEvaluation(context, number);
  return outcome;
}
