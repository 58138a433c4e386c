import type { HandlerContext } from '../handler.ts';
import { cherryPick } from '../cherry-pick/cherry-pick.ts';
import { cherryPickBranch } from '../labels/label-names.ts';
import { skip } from '../shared/current-pull.ts';
import type { Pull } from '../shared/read-pull.ts';

/** After a merge the changes go to the branches that labels name. */
export async function onClosed(context: HandlerContext, pull: Pull): Promise<void> {
  const branches = pull.labels.flatMap((label) => cherryPickBranch(label) ?? []);
  if (!pull.isMerged) return skip(context, 'it was closed without a merge');
  for (const branch of branches) {
    try {
      await cherryPick(context, pull, branch);
    } catch (error) {
      // Recorded as a step; the other branches are not affected.
      if (context.signal.aborted) throw error;
    }
  }
}
