import { isFailure } from '../../platform/failure.ts';
import type { Scm } from '../../scm/client.ts';
import type { PullRequestName } from '../../scm/pull-request.ts';
import { listThreads, resolveThread } from '../../scm/threads.ts';
import { fingerprintsIn } from './fingerprint.ts';

/**
 * Resolves the threads of our earlier comments that are fixed: the code they were at has changed,
 * and the reviewer does not repeat them. Returns their number. What the token may not resolve stays
 * open.
 */
export async function resolveFixed(
  scm: Scm,
  name: PullRequestName,
  { ids, warn }: { readonly ids: ReadonlySet<string>; readonly warn: (message: string) => void },
): Promise<number> {
  try {
    const threads = await listThreads(scm, name);
    const fixed = threads.filter(({ isResolved, isOutdated, viewerCanResolve, comments }) => {
      const [first] = comments.nodes;
      const own = first?.viewerDidAuthor === true ? fingerprintsIn(first.body) : [];
      const isRepeated = own.some((id) => ids.has(id));
      return own.length > 0 && !isRepeated && isOutdated && !isResolved && viewerCanResolve;
    });
    for (const { id } of fixed) await resolveThread(scm, id);
    return fixed.length;
  } catch (error) {
    if (!isFailure(error)) throw error;
    warn(`Fixed comments were not resolved: ${error.message}`);
    return 0;
  }
}
