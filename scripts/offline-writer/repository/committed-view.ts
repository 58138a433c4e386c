import { execFileSync } from 'node:child_process';
import type { Uncommitted } from '#core/ai/task.ts';
import { foldersOf } from '#core/docs/evidence/committed-tree.ts';
import { decoded, maxSourceBytes } from './folder-view.ts';
import type { RepositoryView } from './repository.ts';

/** The configuration of the folder could name a command that fetches a missing blob. */
const noFetch = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_NO_REPLACE_OBJECTS: '1' };

/** The files of a folder as its commit has them. */
export function committedView(
  view: RepositoryView,
  cwd: string,
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
      const env = { PATH: process.env['PATH'], ...noFetch };
      const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
      const options = { cwd, env, maxBuffer: maxSourceBytes, stdio };
      return decoded(execFileSync('git', words, options));
    } catch {
      return undefined;
    }
  }
}
