import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface Memory {
  readonly own: number;
  readonly shared: number;
}

export function megabytes(memory: ReadonlyMap<string, Memory>) {
  return { value: sum(memory), unit: 'MB' };
}

/** Memory that several processes share, such as the Node binary, counts once. Proportional set
 * sizes would leave out this process's share of it. */
function sum(memory: ReadonlyMap<string, Memory>): number {
  const all = [...memory.values()];
  const own = all.reduce((total, each) => total + each.own, 0);
  return own + Math.max(0, ...all.map(({ shared }) => shared));
}

/** In megabytes: the server, its descendants, and detached processes with the folder in their
 * command line. */
export function memoryOf(server: number, folder: string): ReadonlyMap<string, Memory> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const line = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : '';
    // Field 4 of proc_pid_stat(5), after a name that may contain anything.
    if (line !== '') parents.set(Number(name), Number(line.split(') ').at(-1)?.split(' ')[1]));
  }
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === server || isOurs(parents.get(pid)));
  const memory = new Map<string, Memory>();
  for (const pid of parents.keys()) {
    const words = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
    if (!isOurs(pid) && !words.includes(folder)) continue;
    const lines = read(`/proc/${pid}/smaps_rollup`).matchAll(/^(Private|Shared)_\w+: +(\d+)/gm);
    const sizes = { own: 0, shared: 0 };
    for (const [, kind, kibibytes] of lines) {
      sizes[kind === 'Private' ? 'own' : 'shared'] += (Number(kibibytes) * 1024) / 1e6;
    }
    // A zombie has no memory.
    if (sizes.own > 0) memory.set(`${pid} ${words}`, sizes);
  }
  return memory;
}

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

export async function watchPeak(
  measure: () => ReadonlyMap<string, Memory>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Memory>> {
  let peak = measure();
  while (!signal.aborted) {
    const now = measure();
    if (sum(now) > sum(peak)) peak = now;
    await pause(5);
  }
  return peak;
}
