import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that was given the same number. */
export interface ProcessMark {
  readonly pid: number;
  /** When it began, in the system's own words. */
  readonly began: string;
}

/** Absent, or a zombie, which is dead and only keeps its number: undefined. */
export function markOf(pid: number): ProcessMark | undefined {
  const began = process.platform === 'linux' ? beganOnLinux(pid) : beganElsewhere(pid);
  return began === undefined ? undefined : { pid, began };
}

export function isRunning(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.began === mark.began;
}

/** Kills the group that the process leads, unless the number is somebody else's by now. */
export function killGroupOf(mark: ProcessMark): void {
  if (!isRunning(mark)) return;
  try {
    process.kill(-mark.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

/** Field 22 of proc(5), in clock ticks since boot. The name before it may hold anything. */
function beganOnLinux(pid: number): string | undefined {
  let line: string;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

function beganElsewhere(pid: number): string | undefined {
  try {
    const words = ['-o', 'stat=,lstart=', '-p', String(pid)];
    const options = { encoding: 'utf8', env: { LC_ALL: 'C' }, stdio: 'pipe' } as const;
    const line = execFileSync('/bin/ps', words, options).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}
