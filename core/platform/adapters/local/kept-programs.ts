import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isFailure } from '../../failure.ts';
import type { Clock, Kept, KeptRuns, ProgramResult, ProgramRun, RunProgram } from '../../ports.ts';
import { isInstalled, maxOutputBytes, programRunner } from './command-line.ts';
import { ended, keptRun, type KeptRun, type Stop } from './kept-run.ts';
import { emptyGroup, signalGroup } from './process-group.ts';
import { codeOf, onDisk } from './storage-failure.ts';

export interface KeptPrograms extends KeptRuns {
  readonly run: RunProgram;
  /** Runs that are not aborted go on without this process. */
  close(): void;
}

interface Options {
  /** Ours alone; made when absent. */
  readonly directory: string;
  readonly clock: Clock;
}

const script = fileURLToPath(new URL('./kept-program.sh', import.meta.url));
const tries = 2;
const lookMilliseconds = 100;
const oldMilliseconds = 24 * 3_600_000;

/** Runs programs by a shell that needs no server: when this process is killed, the program goes on
 * and the next process takes its result from files. */
export function keptPrograms({ directory, clock }: Options): KeptPrograms {
  const direct = programRunner({ clock });
  /** By name, the last one to ask. */
  const running = new Map<string, Promise<ProgramResult>>();
  const closed = new AbortController();

  return {
    run({ keep, ...run }) {
      if (!keep) return direct(run);
      const before = running.get(keep.name) ?? Promise.resolve();
      const result = before.then(() => runKept(run, keep)).catch(notStarted);
      running.set(keep.name, result);
      return result.finally(() => {
        if (running.get(keep.name) === result) running.delete(keep.name);
      });
    },

    release: (name) => onDisk(() => runOf(name).remove()),

    works: () =>
      onDisk(async () => {
        const works = await Promise.all(
          (await others()).map(async (run) => {
            const isOld = clock.now().getTime() - (await run.touched()) > oldMilliseconds;
            if (!isOld || (await run.findLeader())) return run.work();
            await run.remove();
            return '';
          }),
        );
        return [...new Set(works)].filter((work) => work !== '');
      }),

    abandon: (work) =>
      onDisk(async () => {
        for (const run of await others()) {
          if ((await run.work()) !== work) continue;
          await killRun(run);
          await run.remove();
        }
      }),

    close: () => closed.abort(),
  };

  function runOf(name: string): KeptRun {
    return keptRun(join(directory, name));
  }

  /** Runs of earlier servers. */
  async function others(): Promise<KeptRun[]> {
    const names = await readdir(directory).catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
      throw error;
    });
    return names.filter((name) => !running.has(name)).map(runOf);
  }

  async function runKept(run: ProgramRun, { name, work }: Kept): Promise<ProgramResult> {
    const kept = runOf(name);
    for (let each = 0; each < tries; each += 1) {
      // An aborted run is not begun, but one of an earlier server is ended.
      const isOver = run.signal?.aborted || closed.signal.aborted;
      const isNew = isOver ? false : await kept.create(work, run.input).catch(() => undefined);
      // Nothing can be written there: the program runs, and ends with this process.
      if (isNew === undefined) return direct(run);
      const shell = isNew ? await startShell(run, kept.folder) : undefined;
      if (isNew && !shell) {
        await kept.remove();
        // Says why it cannot be started.
        return direct(run);
      }
      const result = await attend(run, kept, shell);
      if (result) return result;
    }
    return ended('not-started', 'it ended without a result: it was killed, or the disk is full');
  }

  /** Undefined: the run has ended without a result, and its name is free. */
  async function attend(
    run: ProgramRun,
    kept: KeptRun,
    shell: ChildProcess | undefined,
  ): Promise<ProgramResult | undefined> {
    const over = new AbortController();
    const left = Promise.withResolvers<'left'>();
    const leave = () => left.resolve('left');
    let stopped: Stop | undefined;
    let stopping: Promise<void> | undefined;
    const stop = (reason: Stop) => {
      stopped ??= reason;
      // The shell looks for it twice a second. On a full disk it cannot be told.
      stopping ??= kept.noteStop(stopped).catch(() => killRun(kept));
    };
    const abort = () => {
      if (isFailure(run.signal?.reason, 'unavailable', 'host_stops')) leave();
      else stop('aborted');
    };
    run.signal?.addEventListener('abort', abort, { once: true });
    closed.signal.addEventListener('abort', leave, { once: true });
    void clock.sleep(run.timeoutMilliseconds, over.signal).then(() => {
      if (!over.signal.aborted) stop('timed-out');
    });
    if (closed.signal.aborted) leave();
    else if (run.signal?.aborted) abort();
    const end = await Promise.race([ending(kept, shell, over.signal), left.promise]);
    over.abort();
    run.signal?.removeEventListener('abort', abort);
    closed.signal.removeEventListener('abort', leave);
    await stopping;
    if (end === 'left') {
      // It goes on, and this process may end before it.
      shell?.unref();
      return ended('aborted');
    }
    const result = await kept.findResult();
    if (result && result.end !== 'aborted') return result;
    await kept.remove();
    return stopped && ended(stopped);
  }
}

async function killRun(run: KeptRun): Promise<void> {
  const leader = await run.findLeader();
  if (leader !== undefined) signalGroup(leader, 'SIGKILL');
}

/** Resolves when no process of the run's group is left. */
async function ending(
  kept: KeptRun,
  shell: ChildProcess | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (shell) await once(shell, 'exit', { signal }).catch(() => undefined);
  let leader = shell?.pid;
  for (;;) {
    const pid = signal.aborted ? undefined : await kept.findLeader();
    if (pid === undefined) break;
    leader = pid;
    await pause(lookMilliseconds, undefined, { signal }).catch(() => undefined);
  }
  if (leader !== undefined && !signal.aborted) await emptyGroup(leader);
}

/** Undefined: there is no such program, or the system refuses. */
async function startShell(run: ProgramRun, folder: string): Promise<ChildProcess | undefined> {
  const { directory, environment, timeoutMilliseconds } = run;
  const program = run.program.includes('/') ? resolve(directory, run.program) : run.program;
  if (!(await isInstalled(program, environment['PATH'] ?? ''))) return undefined;
  const limits = [Math.ceil(timeoutMilliseconds / 500), maxOutputBytes].map(String);
  const words = [script, folder, ...limits, run.program, ...run.arguments];
  try {
    const shell = spawn('/bin/sh', words, {
      cwd: directory,
      env: { ...environment },
      detached: true,
      stdio: 'ignore',
    });
    await once(shell, 'spawn');
    return shell;
  } catch {
    return undefined;
  }
}

function notStarted(error: unknown): ProgramResult {
  return ended('not-started', String(error));
}
