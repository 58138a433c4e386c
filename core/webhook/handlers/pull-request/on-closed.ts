import type { HandlerContext } from '../handler.ts';
import { cherryPick } from '../cherry-pick/cherry-pick.ts';
import { skip } from '../shared/current-pull.ts';
import type { Pull } from '../shared/read-pull.ts';

const prefix = 'cherry-pick-';

/** After a merge the changes go to the branches that labels name. */
export async function onClosed(context: HandlerContext, pull: Pull): Promise<void> {
  const branches = pull.labels
    .filter((label) => label.startsWith(prefix))
    .map((label) => label.slice(prefix.length));
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
