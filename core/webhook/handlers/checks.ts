import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import { requestEvaluation } from '../merging/request-evaluation.ts';
import { skip, type EventHandler, type HandlerContext } from '../pulls/context.ts';
import { canBeMerged } from '../pulls/labels.ts';
import { readPayload } from '../pulls/read-payload.ts';
import { titleCheck } from '../pulls/set-check.ts';

const checkRunPayload = z.object({
  check_run: z.object({ name: z.string(), head_sha: z.string() }),
});
const statusPayload = z.object({ context: z.string(), sha: z.string() });

export const checkRun: EventHandler = async (context) => {
  const { name, head_sha: sha } = readPayload(context.delivery, checkRunPayload).check_run;
  if (context.delivery.action !== 'completed') return skip(context, 'it has not ended');
  await onChecks(context, { name, sha });
};

export const status: EventHandler = async (context) => {
  const { context: name, sha } = readPayload(context.delivery, statusPayload);
  await onChecks(context, { name, sha });
};

const pullOfCommit = z.object({
  number: z.int(),
  state: z.string(),
  draft: z.catch(z.boolean(), false),
  head: z.object({ sha: z.string() }),
});

/** A check or status of a commit changed: the open pull requests of which it is the newest commit are
 * evaluated. */
async function onChecks(
  context: HandlerContext,
  { name, sha }: { readonly name: string; readonly sha: string },
): Promise<void> {
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
  const path = `${settings.path}/commits/${encodeURIComponent(sha)}/pulls`;
  try {
    return (await scm.all(path)).flatMap((entry) => {
      const { data } = pullOfCommit.safeParse(entry);
      const counts = data?.state === 'open' && !data.draft && data.head.sha === sha;
      return counts ? [data.number] : [];
    });
  } catch (error) {
    // The host says so of a commit that was removed.
    if (isFailure(error, 'missing') || isFailure(error, 'unprocessable')) return [];
    throw error;
  }
}
