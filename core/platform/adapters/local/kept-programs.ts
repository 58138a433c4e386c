import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isFailure } from '../../failure.ts';
import type { Clock, Kept, KeptRuns, ProgramResult, ProgramRun, RunProgram } from '../../ports.ts';
import { programRunner } from './command-line.ts';
import { ended, keptRun, type KeptRun, type Stop } from './kept-run.ts';
import { hangUp, isThere, startShell } from './kept-shell.ts';
import { emptyGroup, signalGroup } from './process-group.ts';
import { onDisk } from './storage-failure.ts';

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

const tries = 2;
const lookMilliseconds = 100;
const sizeMilliseconds = 500;
/** Exit code of a shell that does not find a program. */
const notFound = 127;
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

    release: (name) => onDisk(async () => runOf(name).remove()),

    works: () =>
      onDisk(async () => {
        const works = new Set<string>();
        for (const run of others()) {
          const isOld = clock.now().getTime() - run.touched() > oldMilliseconds;
          if (isOld && (await run.findLeader()) === undefined) run.remove();
          else works.add(run.work());
        }
        works.delete('');
        return [...works];
      }),

    abandon: (work) =>
      onDisk(async () => {
        for (const run of others()) {
          if (run.work() !== work) continue;
          await killRun(run);
          run.remove();
        }
      }),

    close: () => closed.abort(),
  };

  function runOf(name: string): KeptRun {
    return keptRun(join(directory, name));
  }

  /** Runs of earlier servers. */
  function others(): KeptRun[] {
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return [];
    return readdirSync(directory)
      .filter((name) => !running.has(name))
      .map(runOf);
  }

  async function runKept(run: ProgramRun, { name, work }: Kept): Promise<ProgramResult> {
    const kept = runOf(name);
    for (let each = 0; each < tries; each += 1) {
      // An aborted run is not begun, but one of an earlier server is ended.
      const isOver = run.signal?.aborted || closed.signal.aborted;
      const isNew = isOver ? false : tryCreate(kept, work, run.input);
      // Nothing can be written there: the program runs, and ends with this process.
      if (isNew === undefined) return direct(run);
      const shell = isNew ? await startShell(run, kept.folder) : undefined;
      const isStarted = !isNew || shell !== undefined;
      const result = isStarted ? await attend(run, kept, shell) : undefined;
      if (!isStarted || (result?.code === notFound && !(await isThere(run)))) {
        kept.remove();
        // Says why it cannot be started.
        return direct(run);
      }
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
    const stop = async (reason: Stop) => {
      stopped ??= reason;
      try {
        kept.noteStop(stopped);
        hangUp(shell);
      } catch {
        // The disk is full: the shell cannot be told.
        await killRun(kept);
      }
    };
    const abort = () => {
      if (isFailure(run.signal?.reason, 'unavailable', 'host_stops')) leave();
      else void stop('aborted');
    };
    run.signal?.addEventListener('abort', abort, { once: true });
    closed.signal.addEventListener('abort', leave, { once: true });
    void clock.sleep(run.timeoutMilliseconds, over.signal).then(() => {
      if (!over.signal.aborted) return stop('timed-out');
    });
    const looking = setInterval(() => kept.isLarge() && void stop('timed-out'), sizeMilliseconds);
    if (closed.signal.aborted) leave();
    else if (run.signal?.aborted) abort();
    const end = await Promise.race([ending(kept, shell, over.signal), left.promise]);
    over.abort();
    run.signal?.removeEventListener('abort', abort);
    closed.signal.removeEventListener('abort', leave);
    clearInterval(looking);
    hangUp(shell);
    if (end === 'left') {
      // It goes on, and this process may end before it.
      shell?.unref();
      return ended('aborted');
    }
    const result = await kept.findResult();
    if (result && result.end !== 'aborted') return result;
    kept.remove();
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

/** Undefined: the disk refuses. */
function tryCreate(kept: KeptRun, work: string, input: string): boolean | undefined {
  try {
    return kept.create(work, input);
  } catch {
    return undefined;
  }
}

function notStarted(error: unknown): ProgramResult {
  return ended('not-started', String(error));
}
