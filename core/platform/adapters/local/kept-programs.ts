import type { Clock, KeptRuns, ProgramResult, RunProgram } from '../../ports.ts';
import { abandonRun } from './abandoned-runs.ts';
import { programRunner } from './command-line.ts';
import { startKeeper, type Keeper } from './keeper-process.ts';
import type { KeptRun } from './run-keeper.ts';
import { runRecords } from './run-records.ts';
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
  /** A keeper without runs is kept so long. */
  readonly idleMilliseconds?: number;
}

/** A keeper that dies takes its runs along. */
const tries = 2;

/**
 * Runs programs by a small process beside this one, for two reasons: what runs there goes on when
 * this process is killed, and to start a program takes a copy of the page tables, which holds up a
 * process of 500 MB for 6 ms and one of 50 MB for half a millisecond.
 */
export function keptPrograms(options: Options): KeptPrograms {
  const { directory, clock, idleMilliseconds = 300_000 } = options;
  const records = runRecords(directory);
  const here = programRunner({ clock });
  /** How many of a name: one that was told to end may not have when the next of it comes. */
  const running = new Map<string, number>();
  let keeper: Keeper | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  return {
    async run({ keep, ...run }) {
      if (keep) return runKept({ ...run, keep });
      // Whoever asks whether a program works will run it next.
      if (running.size === 0 && !isClosed) rest(current());
      return here(run);
    },

    async release(name) {
      if (keeper?.release(name) === true) return;
      await onDisk(async () => records.forget(name));
    },

    async works() {
      const claims = await onDisk(async () => others().map((name) => records.findClaim(name)));
      const works = claims.flatMap((claim) =>
        claim && claim !== 'unreadable' && claim.work !== '' ? [claim.work] : [],
      );
      return [...new Set(works)];
    },

    async abandon(work) {
      await onDisk(async () => {
        for (const name of others()) {
          const claim = records.findClaim(name);
          if (claim && claim !== 'unreadable' && claim.work === work) abandonRun(records, name);
        }
      });
    },

    close() {
      isClosed = true;
      clearTimeout(idle);
      keeper?.leave();
      keeper = undefined;
    },
  };

  function others(): string[] {
    return records.names().filter((name) => !running.has(name));
  }

  async function runKept(run: KeptRun): Promise<ProgramResult> {
    const { name } = run.keep;
    running.set(name, (running.get(name) ?? 0) + 1);
    try {
      for (let each = 0; each < tries && !isClosed && !run.signal?.aborted; each += 1) {
        const result = await current()?.run(run);
        if (result) return result;
      }
      if (isClosed) return { end: 'aborted', code: null, stdout: '', stderr: '' };
      // No keeper can be had, or it is not wanted any more.
      return await here(run);
    } finally {
      const left = (running.get(name) ?? 1) - 1;
      if (left > 0) running.set(name, left);
      else running.delete(name);
      if (running.size === 0 && !isClosed) rest(keeper);
    }
  }

  function current(): Keeper | undefined {
    clearTimeout(idle);
    if (keeper?.isThere()) return keeper;
    try {
      keeper = startKeeper(directory);
    } catch {
      // Too many open files, or no memory.
      keeper = undefined;
    }
    return keeper;
  }

  function rest(rested: Keeper | undefined): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      rested?.leave();
      if (keeper === rested) keeper = undefined;
    }, idleMilliseconds).unref();
  }
}
