import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isFailure } from '../../../failure.ts';
import { dayMilliseconds, type Clock } from '../../../ports/clock.ts';
import type {
  Kept,
  KeptRuns,
  ProgramResult,
  ProgramRun,
  RunProgram,
} from '../../../ports/programs/programs.ts';
import { ended, isInstalled } from './command-line.ts';
import { keptRun, type KeptRun, type Stop } from './kept-run.ts';
import { emptyGroup, signalGroup } from './process-group.ts';
import { canStart, shellStarter, type Started } from './shell-starter.ts';
import { onDisk } from '../../rules/storage-failure.ts';

export interface KeptPrograms extends KeptRuns {
  readonly run: RunProgram;
  /** Runs with `keep` that are not aborted continue without this process. */
  close(): void;
}

interface Options {
  /** Created if it is absent. No other program uses it. */
  readonly directory: string;
  readonly clock: Clock;
}

/** Instead of a work. */
const noWork = 'none';
const maxTries = 2;
const pollMilliseconds = 100;
const sizeMilliseconds = 500;
const graceMilliseconds = 2_000;

/** Runs programs under a shell that needs no server: when this process is killed, a program with
 * `keep` continues, and the next process reads its result from files. */
export function keptPrograms({ directory, clock }: Options): KeptPrograms {
  const starter = shellStarter(directory);
  /** The latest run by its path. */
  const running = new Map<string, Promise<ProgramResult>>();
  const closed = new AbortController();

  return {
    async run({ keep, ...run }) {
      const files = runOf(keep ?? { name: randomUUID(), work: '' });
      if (!keep) {
        return runKept(run, files)
          .catch(notStarted)
          .finally(() => files.remove());
      }
      const before = running.get(files.path) ?? Promise.resolve();
      const result = before.then(() => runKept(run, files, keep)).catch(notStarted);
      running.set(files.path, result);
      return result.finally(() => {
        if (running.get(files.path) === result) running.delete(files.path);
      });
    },

    release: (keep) => onDisk(async () => runOf(keep).remove()),

    works: () =>
      onDisk(async () => {
        const works = new Set<string>();
        for (const { work, run } of others()) {
          const isOld = clock.now().getTime() - run.touched() > dayMilliseconds;
          if (isOld && (await run.findLeader()) === undefined) run.remove();
          else works.add(work);
        }
        works.delete(noWork);
        return [...works];
      }),

    abandon: (abandoned) =>
      onDisk(async () => {
        for (const { work, run } of others()) {
          if (work !== abandoned) continue;
          const leader = await run.findLeader();
          if (leader !== undefined) signalGroup(leader, 'SIGKILL');
          run.remove();
        }
      }),

    close() {
      closed.abort();
      starter.close();
    },
  };

  /** One folder for all: to make and to remove one takes longer than a fast run. */
  function runOf({ name, work }: Kept): KeptRun {
    return keptRun(join(directory, `${work || noWork}.${name}`));
  }

  /** Runs of earlier servers, and those of this one that have ended. */
  function others() {
    const names = new Set(list(directory).map((file) => basename(file, extname(file))));
    return [...names]
      .map((name) => ({
        work: name.split('.', 1)[0] as string,
        run: keptRun(join(directory, name)),
      }))
      .filter(({ run }) => !running.has(run.path));
  }

  /** Without `keep` a run ends with this process, or within its time if this process is killed. */
  async function runKept(run: ProgramRun, files: KeptRun, keep?: Kept): Promise<ProgramResult> {
    if (!canStart(run)) return ended('not-started', 'its folder or its words cannot be used');
    if (!(await exists(run))) return ended('not-found', 'ENOENT');
    for (let each = 0; each < maxTries; each += 1) {
      // An aborted run is not begun, but one of an earlier server is ended.
      const isOver = run.signal?.aborted || closed.signal.aborted;
      const isNew = !isOver && files.create(run.input);
      const started = isNew ? starter.start(run, files.path) : undefined;
      const result = await attend({ ...run, ...(keep && { keep }) }, files, started);
      if (result) return result;
    }
    return ended('not-started', 'it ended without a result: it was killed');
  }

  /** Waits for a run and ends it at its limits. Undefined: it ended without a result, and its files
   * are removed. */
  async function attend(
    run: ProgramRun,
    files: KeptRun,
    started: Started | undefined,
  ): Promise<ProgramResult | undefined> {
    const over = new AbortController();
    const leaving = Promise.withResolvers<'left'>();
    const leave = () => leaving.resolve('left');
    let stopped: Stop | undefined;
    const signal = async (name: NodeJS.Signals) => {
      const leader = await files.findLeader();
      if (leader !== undefined && !over.signal.aborted) signalGroup(leader, name);
    };
    const stop = async (reason: Stop) => {
      stopped ??= reason;
      files.noteStop(stopped);
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
    const sizes = setInterval(() => files.isLarge() && void stop('timed-out'), sizeMilliseconds);
    if (closed.signal.aborted) leave();
    else if (run.signal?.aborted) abort();
    const end = await Promise.race([ending(files, started, over.signal), leaving.promise]);
    over.abort('over');
    run.signal?.removeEventListener('abort', abort);
    closed.signal.removeEventListener('abort', leave);
    clearInterval(sizes);
    started?.leave();
    // The program continues without this process.
    if (end === 'left') return ended('aborted');
    const result = await files.findResult();
    if (result && result.end !== 'aborted') return result;
    files.remove();
    return stopped && ended(stopped);
  }
}

/** Resolves when no process of the run's group is left. */
async function ending(
  files: KeptRun,
  started: Started | undefined,
  signal: AbortSignal,
): Promise<void> {
  await started?.over;
  while (!signal.aborted && (await files.findLeader()) !== undefined) {
    await pause(pollMilliseconds, undefined, { signal }).catch(() => undefined);
  }
  const group = files.group();
  if (group !== undefined && !signal.aborted) await emptyGroup(group);
}

/** The files of a folder; absent: none. Version 0.2 had a folder for each run: what it left is removed. */
function list(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const runs = entries.filter((entry) => entry.isDirectory());
  for (const { name } of runs) rmSync(join(folder, name), { recursive: true, force: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

function exists({ program, directory, environment }: ProgramRun): Promise<boolean> {
  const file = program.includes('/') ? resolve(directory, program) : program;
  return isInstalled(file, environment['PATH'] ?? '');
}

function notStarted(error: unknown): ProgramResult {
  return ended('not-started', String(error));
}
