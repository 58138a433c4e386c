import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isFailure } from '../../../failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type {
  Kept,
  KeptRuns,
  ProgramResult,
  ProgramRun,
  RunProgram,
} from '../../../ports/programs.ts';
import { isInstalled, programRunner } from './command-line.ts';
import { ended, keptRun, type KeptRun, type Stop } from './kept-run.ts';
import { emptyGroup, signalGroup } from './process-group.ts';
import { shellStarter, type Started } from './shell-starter.ts';
import { onDisk } from '../files/storage-failure.ts';

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
const graceMilliseconds = 2_000;
/** Exit code of a shell that does not find a program. */
const notFound = 127;
const oldMilliseconds = 24 * 3_600_000;

/** Runs programs by a shell that needs no server: when this process is killed, a program with `keep`
 * goes on and the next process takes its result from files. */
export function keptPrograms({ directory, clock }: Options): KeptPrograms {
  const direct = programRunner({ clock });
  const starter = shellStarter();
  /** By name, the last one to ask. */
  const running = new Map<string, Promise<ProgramResult>>();
  const closed = new AbortController();

  return {
    async run({ keep, ...run }) {
      if (!keep) {
        const kept = runOf(randomUUID());
        return runKept(run, kept)
          .catch(notStarted)
          .finally(() => kept.remove());
      }
      const before = running.get(keep.name) ?? Promise.resolve();
      const result = before.then(() => runKept(run, runOf(keep.name), keep)).catch(notStarted);
      running.set(keep.name, result);
      return result.finally(() => {
        if (running.get(keep.name) === result) running.delete(keep.name);
      });
    },

    release: (name) => onDisk(() => runOf(name).remove()),

    works: () =>
      onDisk(async () => {
        const works = new Set<string>();
        for (const run of others()) {
          const isOld = clock.now().getTime() - run.touched() > oldMilliseconds;
          if (isOld && (await run.findLeader()) === undefined) await run.remove();
          else works.add(run.work());
        }
        works.delete('');
        return [...works];
      }),

    abandon: (work) =>
      onDisk(async () => {
        for (const run of others()) {
          if (run.work() !== work) continue;
          const leader = await run.findLeader();
          if (leader !== undefined) signalGroup(leader, 'SIGKILL');
          await run.remove();
        }
      }),

    close() {
      closed.abort();
      starter.close();
    },
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

  /** Without `keep` it ends with this process, or within its time when this process is killed. */
  async function runKept(run: ProgramRun, kept: KeptRun, keep?: Kept): Promise<ProgramResult> {
    for (let each = 0; each < tries; each += 1) {
      // An aborted run is not begun, but one of an earlier server is ended.
      const isOver = run.signal?.aborted || closed.signal.aborted;
      const isNew = isOver
        ? false
        : await kept.create(keep?.work ?? '', run.input).catch(() => undefined);
      // Nothing can be written there: the program runs, and ends with this process.
      if (isNew === undefined) return direct(run);
      const started = isNew ? starter.start(run, kept.folder) : undefined;
      const isStarted = !isNew || started !== undefined;
      const result = isStarted
        ? await attend({ ...run, ...(keep && { keep }) }, kept, started)
        : undefined;
      if (!isStarted || (result?.code === notFound && !(await isThere(run)))) {
        await kept.remove();
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
    started: Started | undefined,
  ): Promise<ProgramResult | undefined> {
    const over = new AbortController();
    const left = Promise.withResolvers<'left'>();
    const leave = () => left.resolve('left');
    let stopped: Stop | undefined;
    const signal = async (name: NodeJS.Signals) => {
      const leader = await kept.findLeader();
      if (leader !== undefined && !over.signal.aborted) signalGroup(leader, name);
    };
    const stop = async (reason: Stop) => {
      stopped ??= reason;
      kept.noteStop(stopped);
      await signal('SIGTERM');
      await clock.sleep(graceMilliseconds, over.signal);
      await signal('SIGKILL');
    };
    const abort = () => {
      if (run.keep && isFailure(run.signal?.reason, 'unavailable', 'host_stops')) leave();
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
    const end = await Promise.race([ending(kept, started, over.signal), left.promise]);
    over.abort();
    run.signal?.removeEventListener('abort', abort);
    closed.signal.removeEventListener('abort', leave);
    clearInterval(looking);
    started?.leave();
    // It goes on without this process.
    if (end === 'left') return ended('aborted');
    const result = await kept.findResult();
    if (result && result.end !== 'aborted') return result;
    await kept.remove();
    return stopped && ended(stopped);
  }
}

/** Resolves when no process of the run's group is left. */
async function ending(
  kept: KeptRun,
  started: Started | undefined,
  signal: AbortSignal,
): Promise<void> {
  await started?.over;
  while (!signal.aborted && (await kept.findLeader()) !== undefined) {
    await pause(lookMilliseconds, undefined, { signal }).catch(() => undefined);
  }
  const group = kept.group();
  if (group !== undefined && !signal.aborted) await emptyGroup(group);
}

function isThere({ program, directory, environment }: ProgramRun): Promise<boolean> {
  const file = program.includes('/') ? resolve(directory, program) : program;
  return isInstalled(file, environment['PATH'] ?? '');
}

function notStarted(error: unknown): ProgramResult {
  return ended('not-started', String(error));
}
