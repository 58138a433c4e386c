import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProgramRun } from '../../ports.ts';
import { isInstalled, maxOutputBytes } from './command-line.ts';

const script = fileURLToPath(new URL('./kept-program.sh', import.meta.url));

/** Undefined: the system refuses. */
export async function startShell(
  run: ProgramRun,
  folder: string,
): Promise<ChildProcess | undefined> {
  const limits = [Math.ceil(run.timeoutMilliseconds / 500), maxOutputBytes].map(String);
  const words = [script, folder, ...limits, run.program, ...run.arguments];
  try {
    const shell = spawn('/bin/sh', words, {
      cwd: run.directory,
      env: { ...run.environment },
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    await once(shell, 'spawn');
    return shell;
  } catch {
    return undefined;
  }
}

/** From now on the shell itself looks for the end of its time and for a request to stop. */
export function hangUp(shell: ChildProcess | undefined): void {
  (shell?.stdio[3] as Socket | undefined)?.destroy();
}

/** Whether the run's program can be found. */
export function isThere({ program, directory, environment }: ProgramRun): Promise<boolean> {
  const file = program.includes('/') ? resolve(directory, program) : program;
  return isInstalled(file, environment['PATH'] ?? '');
}
