import { execFileSync } from 'node:child_process';

/** Command lines of all descendants of a process. */
export function descendantsOf(ancestor: number): string[] {
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const processes = [...list.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm)].map(
    ([, pid, parent, words]) => ({
      ...{ pid: Number(pid), parent: Number(parent), words: words ?? '' },
    }),
  );
  const below = (parent: number): string[] =>
    processes
      .filter((each) => each.parent === parent && !each.words.startsWith('ps -A'))
      .flatMap(({ pid, words }) => [words, ...below(pid)]);
  return below(ancestor);
}
