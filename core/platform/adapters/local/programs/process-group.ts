import { setTimeout as pause } from 'node:timers/promises';

/** Signals the group that the process leads. Absent: nothing happens. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: the group has ended.
  }
}

/** Waits until the group has ended, at most half a second: zombies that no process reaps stay in it. */
export async function emptyGroup(leader: number): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      process.kill(-leader, 0);
    } catch {
      return;
    }
    await pause(10);
  }
}
