import * as z from 'zod/mini';
import { repositoryPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { canBeMerged, isEnabled } from '../pulls/labels.ts';
import type { Pull } from '../pulls/pull.ts';
import { requestEvaluation } from './request-evaluation.ts';

/** More are not looked at: each takes several calls of the code host. */
const maxOthers = 100;

const shape = z.object({ number: z.int(), labels: z.array(z.object({ name: z.string() })) });

/** After a merge the others of its base may have conflicts, or be behind: those that were found good, or
 * wait to be merged, are judged again. */
export async function evaluateOthers(
  context: HandlerContext,
  { name, baseRef }: Pull,
): Promise<{ readonly pull_requests: number; readonly left_out: number }> {
  const query = new URLSearchParams({ state: 'open', base: baseRef });
  const path = `${repositoryPath(name)}/pulls?${query.toString()}`;
  const all = await context.scm.all(path, { shape });
  // Without the label nothing tells here which ones were found good.
  const isLabelled = isEnabled(context.settings, canBeMerged);
  const others = all.filter(
    ({ labels }) => !isLabelled || labels.some((label) => awaited.has(label.name)),
  );
  const first = others.slice(0, maxOthers);
  for (const { number } of first) await requestEvaluation(context, number);
  const left_out = others.length - first.length;
  if (left_out > 0) {
    context.log.warning(
      `${left_out} more pull requests of ${baseRef} keep their check: only ${maxOthers} are judged again after a merge. Each is judged before it is merged.`,
    );
  }
  return { pull_requests: first.length, left_out };
}

const awaited: ReadonlySet<string> = new Set([canBeMerged, 'automerge']);
