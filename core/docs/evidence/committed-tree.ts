import { createHash } from 'node:crypto';
import type { Uncommitted } from '#core/ai/task.ts';
import type { Tree } from '#core/platform/ports/trees.ts';

/** The files of a folder that are as committed: the others are absent. */
export function committedTree(tree: Tree, hashes: ReadonlyMap<string, string>): Tree {
  const hash = async (path: string) => {
    const committed = hashes.get(path);
    const isSame = committed !== undefined && committed === (await tree.hash(path));
    return isSame ? committed : undefined;
  };
  return {
    ...tree,
    files: async (limit) => (await tree.files(limit)).filter((path) => hashes.has(path)),
    async read(path, maxBytes) {
      const bytes = hashes.has(path) ? await tree.read(path, maxBytes) : undefined;
      if (!bytes) return undefined;
      const isWhole = bytes.length < maxBytes;
      const own = isWhole ? hashOf(bytes) : await tree.hash(path);
      return own === hashes.get(path) ? bytes : undefined;
    },
    hash,
    lines: async (path) => ((await hash(path)) === undefined ? undefined : tree.lines(path)),
  };
}

/** As git names content. */
function hashOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

const maxFiles = 20_000;

/** What of a folder is not as committed; null: nothing. */
export async function findUncommitted(
  tree: Pick<Tree, 'files' | 'hash'>,
  commit: string,
  hashes: ReadonlyMap<string, string>,
): Promise<Uncommitted | null> {
  const folders = new Set([...hashes.keys()].flatMap(foldersOf));
  const absent = new Set<string>();
  const changed: string[] = [];
  for (const path of await tree.files(maxFiles)) {
    const committed = hashes.get(path);
    if (committed === undefined) {
      absent.add(foldersOf(path).find((folder) => !folders.has(folder)) ?? path);
    } else if (committed !== (await tree.hash(path))) changed.push(path);
  }
  return absent.size + changed.length > 0 ? { commit, absent: [...absent], changed } : null;
}

/** The outermost first, each with `/` at its end. */
export function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
