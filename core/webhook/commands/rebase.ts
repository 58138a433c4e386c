import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import { pullPath } from '#core/scm/pull-request.ts';
import { isOutage } from '#core/scm/refusal.ts';
import { readPull } from '../pulls/pull.ts';
import { quote } from '../pulls/quote.ts';
import type { CommandAction } from './read-commands.ts';

// Only the GraphQL API rebases.
const mutation = `mutation UpdateBranch(
  $id: ID!, $head: GitObjectID!, $method: PullRequestBranchUpdateMethod!) {
  updatePullRequestBranch(
    input: { pullRequestId: $id, expectedHeadOid: $head, updateMethod: $method }) {
    pullRequest { headRefOid } } }`;

const node = z.object({ node_id: z.string() });
const refused = z.object({ errors: z.array(z.object({ message: z.string() })) });

/** Puts the commits of the pull request on top of the newest of the base branch, or merges these.
 * Repeated: nothing happens. */
export const rebase: CommandAction = async ({ context, pull, command }) => {
  const { scm, isDryRun } = context;
  if (!['', 'merge'].includes(command.text)) return 'write `/rebase`, or `/rebase merge`.';
  if (!pull.isOpen) return 'it is not open.';
  if (isDryRun) return undefined;
  const { node_id: id } = node.parse(await scm.json(pullPath(pull.name)));
  const method = command.text === 'merge' ? 'MERGE' : 'REBASE';
  try {
    await scm.graphql(mutation, { id, head: pull.headSha, method });
    return undefined;
  } catch (error) {
    if (!isFailure(error) || isOutage(error)) throw error;
    // An answer may be lost.
    if ((await readPull(context, pull.number)).headSha !== pull.headSha) return undefined;
    const [first] = refused.safeParse(error.extra).data?.errors ?? [];
    return `the code host refuses it: ${quote(first?.message ?? error.message)}.`;
  }
};
