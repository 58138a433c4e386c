import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { statOf } from '#core/platform/adapters/local/programs/process-group.ts';

interface Memory {
  readonly megabytes: number;
  readonly processes: number;
}

/** The memory of the server, its descendants, and detached processes with the folder in their command line.
 * Needs /proc. */
export function memoryOf(server: number | undefined, folder: string): Memory {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const line = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : '';
    if (line !== '') parents.set(Number(name), statOf(line).parent);
  }
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === server || isOurs(parents.get(pid)));
  let [own, shared, processes] = [0, 0, 0];
  for (const pid of parents.keys()) {
    if (!isOurs(pid) && !read(`/proc/${pid}/cmdline`).includes(folder)) continue;
    const text = read(`/proc/${pid}/smaps_rollup`);
    const sum = (kind: string) =>
      [...text.matchAll(new RegExp(`^${kind}_\\w+: +(\\d+)`, 'gm'))].reduce(
        (kibibytes, [, more]) => kibibytes + Number(more),
        0,
      );
    // A zombie has no memory.
    if (sum('Private') > 0) processes += 1;
    own += sum('Private');
    // What several processes share, such as the Node binary, counts once. Proportional set sizes
    // would leave out this process's share of it.
    shared = Math.max(shared, sum('Shared'));
  }
  return { megabytes: ((own + shared) * 1024) / 1e6, processes };
}

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** The largest number of megabytes while the work is done. */
export async function peakOf(measure: () => Memory, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      peak = Math.max(peak, measure().megabytes);
      await pause(5);
    }
  };
  const watching = watch();
  await work().finally(() => (isOver = true));
  await watching;
  return peak;
}
