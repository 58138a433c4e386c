import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import type { HandlerContext } from '../handler.ts';
import { canBeMerged } from '../labels/label-names.ts';
import { requestEvaluation } from '../merge/request-evaluation.ts';
import { titleCheck } from '../pull-request/check-title.ts';
import { skip } from '../shared/current-pull.ts';
import { pathOf } from '../shared/repository-path.ts';

const listed = z.object({
  number: z.int(),
  state: z.string(),
  draft: z.catch(z.boolean(), false),
  head: z.object({ sha: z.string() }),
});

interface Ended {
  readonly name: string;
  readonly sha: string;
}

/** A check or status of a commit changed: the open pull requests of which it is the newest commit are
 * evaluated. */
export async function onChecks(context: HandlerContext, { name, sha }: Ended): Promise<void> {
  // What we set ourselves decides nothing.
  if (name === canBeMerged || name === titleCheck) return skip(context, 'our own check');
  const numbers = await pullsOf(context, sha);
  if (numbers.length === 0) {
    return skip(context, 'it is not about the newest commit of an open pull request');
  }
  for (const number of numbers) {
    await context.log.step('evaluation', () => requestEvaluation(context, number));
  }
}

async function pullsOf({ scm, settings }: HandlerContext, sha: string): Promise<number[]> {
  const path = `${pathOf(settings)}/commits/${encodeURIComponent(sha)}/pulls`;
  try {
    return (await scm.all(path)).flatMap((entry) => {
      const { data } = listed.safeParse(entry);
      const counts = data?.state === 'open' && !data.draft && data.head.sha === sha;
      return counts ? [data.number] : [];
    });
  } catch (error) {
    // The host says so of a commit that was removed.
    if (isFailure(error, 'missing') || isFailure(error, 'unprocessable')) return [];
    throw error;
  }
}
