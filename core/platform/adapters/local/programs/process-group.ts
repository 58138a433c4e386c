import { setTimeout as pause } from 'node:timers/promises';

/** Signals the group that the process leads. Gone: nothing. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: all of it has ended.
  }
}

/** A kill takes a moment. Bounded: where nothing reaps orphans, zombies stay in the group. */
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
