import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import type { Scm } from '#core/scm/client.ts';
import { refPath } from './ref-path.ts';
import type { Source } from './source.ts';

const branchSchema = z.object({
  commit: z.object({
    sha: z.string(),
    commit: z.object({ message: z.string(), tree: z.object({ sha: z.string() }) }),
  }),
});

export interface Branch {
  readonly sha: string;
  readonly tree: string;
  readonly message: string;
}

const created = z.object({ sha: z.string() });
const merged = z.object({ commit: z.object({ tree: z.object({ sha: z.string() }) }) });

/** The end of the message of each commit that a cherry-pick makes. */
function trailerOf({ sha }: Source): string {
  return `(cherry picked from commit ${sha})`;
}

const temporary = 'Temporary commit of a cherry-pick';

export async function findBranch(
  scm: Scm,
  path: string,
  name: string,
): Promise<Branch | undefined> {
  try {
    const { commit } = branchSchema.parse(await scm.json(`${path}/branches/${refPath(name)}`));
    return { sha: commit.sha, tree: commit.commit.tree.sha, message: commit.commit.message };
  } catch (error) {
    if (isFailure(error, 'missing')) return undefined;
    throw error;
  }
}

export type Applied = 'picked' | 'conflict' | 'empty' | 'foreign';

/**
 * Makes the branch `name`: the target with the changes of the source in one commit. Functions have no
 * git, so the code host merges. Its merge takes the difference to the common ancestor of two commits;
 * a temporary commit with the target's content and the source's parent makes that parent the common
 * ancestor, and the difference the source's changes. `foreign`: somebody else made the branch.
 */
export async function applyTo(
  scm: Scm,
  path: string,
  { source, target, name }: { source: Source; target: Branch; name: string },
): Promise<Applied> {
  const trailer = trailerOf(source);
  const earlier = await findBranch(scm, path, name);
  // An interrupted attempt begins again, a finished one is kept.
  if (earlier && !earlier.message.trimEnd().endsWith(trailer)) return 'foreign';
  if (earlier && !earlier.message.startsWith(temporary)) return 'picked';

  const message = `${temporary}\n\n${trailer}`;
  const base = await commit({ message, tree: target.tree, parents: [source.parent] });
  if (earlier) await move(base);
  else {
    const body = { ref: `refs/heads/${name}`, sha: base };
    const look = async () => ((await findBranch(scm, path, name))?.sha === base ? {} : undefined);
    await scm.call(`${path}/git/refs`, { method: 'POST', body, look });
  }

  const tree = await merge(message);
  if (tree === undefined || tree === target.tree) {
    await scm.call(`${path}/git/refs/heads/${refPath(name)}`, { method: 'DELETE' });
    return tree === undefined ? 'conflict' : 'empty';
  }
  const parents = [target.sha];
  const { author } = source;
  await move(await commit({ message: `${source.message}\n\n${trailer}`, tree, parents, author }));
  return 'picked';

  async function commit(body: Readonly<Record<string, unknown>>): Promise<string> {
    // A second commit object that no branch has does no harm.
    const options = { method: 'POST', body, mayRepeat: true } as const;
    return created.parse(await scm.json(`${path}/git/commits`, options)).sha;
  }

  async function move(sha: string): Promise<void> {
    const to = `${path}/git/refs/heads/${refPath(name)}`;
    await scm.call(to, { method: 'PATCH', body: { sha, force: true } });
  }

  async function look() {
    const branch = await findBranch(scm, path, name);
    return branch && branch.sha !== base ? { commit: { tree: { sha: branch.tree } } } : undefined;
  }

  /** Undefined: a conflict. */
  async function merge(commit_message: string): Promise<string | undefined> {
    const body = { base: name, head: source.sha, commit_message };
    try {
      const answer = await scm.json(`${path}/merges`, { method: 'POST', body, look });
      return merged.parse(answer).commit.tree.sha;
    } catch (error) {
      if (isFailure(error, 'conflict')) return undefined;
      throw error;
    }
  }
}
