import { execFileSync } from 'node:child_process';
import type { Uncommitted } from '#core/ai/task.ts';
import { foldersOf } from '#core/docs/evidence/committed-tree.ts';
import { decoded, maxSourceBytes } from './folder-view.ts';
import type { RepositoryView } from './repository.ts';

/** The files of the working folder as its commit has them. */
export function committedView(
  view: RepositoryView,
  { commit, absent, changed }: Uncommitted,
): RepositoryView {
  const others = new Set(absent);
  const edited = new Set(changed);
  const isCommitted = (path: string) =>
    ![...foldersOf(path), path].some((each) => others.has(each));
  return {
    ...view,
    list: () => view.list().filter(isCommitted),
    read: (path) => (edited.has(path) ? readCommitted(path) : view.read(path)),
  };

  function readCommitted(path: string): string | undefined {
    const words = ['cat-file', 'blob', `${commit}:${path}`];
    try {
      const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
      return decoded(execFileSync('git', words, { maxBuffer: maxSourceBytes, stdio }));
    } catch {
      return undefined;
    }
  }
}
