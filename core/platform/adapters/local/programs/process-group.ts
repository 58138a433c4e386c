import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Signals the group that the process leads. Absent: nothing happens. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: the group has ended.
  }
}

/** Waits until no process of the group runs, at most half a second. */
export async function emptyGroup(leader: number): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      process.kill(-leader, 0);
    } catch {
      return;
    }
    if (tries % 5 === 1 && !(await hasRunning(leader))) return;
    await pause(10);
  }
}

/** Zombies stay in their group until a process reaps them, in some containers for seconds. Without
 * Linux's /proc all count as running. */
export async function hasRunning(group: number): Promise<boolean> {
  const names = await readdir('/proc').catch(() => undefined);
  if (!names) return true;
  const pids = names.filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')),
  );
  return stats.map(statOf).some((each) => each.group === group && !'ZX'.includes(each.state));
}

/** What Linux says of a process in /proc/<id>/stat. */
export function statOf(text: string) {
  // The name before it, in brackets, may have any character.
  const [state = '', parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state, parent: Number(parent), group: Number(group) };
}
