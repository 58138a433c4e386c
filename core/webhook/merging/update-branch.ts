import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import { pullPath } from '#core/scm/pull-request.ts';
import { isOutage } from '#core/scm/refusal.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { type Pull, readPull } from '../pulls/pull.ts';
import { quote } from '../pulls/quote.ts';

// Only the GraphQL API rebases.
const mutation = `mutation UpdateBranch(
  $id: ID!, $head: GitObjectID!, $method: PullRequestBranchUpdateMethod!) {
  updatePullRequestBranch(
    input: { pullRequestId: $id, expectedHeadOid: $head, updateMethod: $method }) {
    pullRequest { headRefOid } } }`;

const node = z.object({ node_id: z.string() });
const refused = z.object({ errors: z.array(z.object({ message: z.string() })) });

/** Puts the commits of the pull request on top of the newest of the base branch, or merges these. Gives
 * why the code host refuses it. Repeated: nothing happens. */
export async function updateBranch(
  { scm, settings }: Pick<HandlerContext, 'scm' | 'settings'>,
  pull: Pull,
  how: 'merge' | 'rebase',
): Promise<string | undefined> {
  const { node_id: id } = await scm.json(pullPath(pull.name), { shape: node });
  try {
    await scm.graphql(mutation, { id, head: pull.headSha, method: how.toUpperCase() });
    return undefined;
  } catch (error) {
    if (!isFailure(error) || isOutage(error)) throw error;
    // An answer may be lost.
    const now = await readPull({ scm, settings }, pull.number);
    if (now.headSha !== pull.headSha) return undefined;
    const [first] = refused.safeParse(error.extra).data?.errors ?? [];
    return quote(first?.message ?? error.message);
  }
}
