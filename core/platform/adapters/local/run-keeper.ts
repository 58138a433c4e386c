import type { Clock, Kept, ProgramResult, ProgramRun } from '../../ports.ts';
import { isRunning, killGroupOf, type ProcessMark } from './process-mark.ts';
import type { Claim, RunRecords } from './run-records.ts';

export type KeptRun = ProgramRun & { readonly keep: Kept };

interface Options {
  readonly records: RunRecords;
  readonly clock: Clock;
  /** This process. */
  readonly self: ProcessMark;
  readonly run: (run: ProgramRun, began: (pid: number) => void) => Promise<ProgramResult>;
  readonly mark: (pid: number) => ProcessMark | undefined;
  /** Aborts when nobody hears the results any more: runs go on, waits for others' runs end. */
  readonly alone: AbortSignal;
}

interface Watched {
  readonly claim: Claim;
  readonly pid: number;
  readonly stop: AbortController;
  readonly over: AbortSignal;
}

const lookMilliseconds = 100;
/** A result that has served by then is never written. */
const lingerMilliseconds = 250;
/** To find out whether a process lives is dearer than to look for a file. */
const looksPerLife = 10;
/** For a keeper that was asked to stop a run; it has its own grace for the program. */
const stopMilliseconds = 6_000;

/** Runs programs under a name, or waits for the run of that name which another process keeps. */
export function runKeeper(options: Options): {
  run(run: KeptRun): Promise<ProgramResult>;
  /** The result has served. */
  release(name: string): void;
} {
  const { records, clock, self, mark, alone } = options;
  const unwritten = new Map<string, ProgramResult>();

  return {
    async run(run) {
      const claim = { work: run.keep.work, keeper: self };
      for (;;) {
        if (run.signal?.aborted) return ended('aborted');
        if (tryClaim(run.keep.name, claim)) return own(run, claim);
        const result = await other(run);
        if (result) return result;
      }
    },

    release(name) {
      unwritten.delete(name);
      quietly(() => records.forget(name));
    },
  };

  /** True as well where no claim can be written: the program runs, and ends with this process. */
  function tryClaim(name: string, claim: Claim): boolean {
    try {
      return records.claim(name, claim);
    } catch {
      return true;
    }
  }

  async function own(run: KeptRun, claim: Claim): Promise<ProgramResult> {
    const { name } = run.keep;
    const over = new AbortController();
    const stop = new AbortController();
    const signals = run.signal ? [run.signal, stop.signal] : [stop.signal];
    const result = await options.run({ ...run, signal: AbortSignal.any(signals) }, (pid) => {
      void watch(name, { claim, pid, stop, over: over.signal });
    });
    over.abort();
    if (result.end === 'aborted') {
      quietly(() => records.forget(name));
    } else {
      unwritten.set(name, result);
      void clock.sleep(lingerMilliseconds, alone).then(() => write(name));
    }
    return result;
  }

  /** Of a program that ends at once nobody needs to know more than that it was claimed. */
  async function watch(name: string, { claim, pid, stop, over }: Watched): Promise<void> {
    await clock.sleep(lookMilliseconds, over);
    const program = over.aborted ? undefined : mark(pid);
    if (program) quietly(() => records.amend(name, { ...claim, program }));
    while (!over.aborted) {
      if (records.isAskedToStop(name)) return stop.abort();
      await clock.sleep(lookMilliseconds, over);
    }
  }

  function write(name: string): void {
    const result = unwritten.get(name);
    if (!result) return;
    unwritten.delete(name);
    // Where it cannot be written nobody may wait for it.
    if (!quietly(() => records.finish(name, result))) quietly(() => records.forget(name));
  }

  /** The result of a run that has a claim. Undefined: it will have none, and the name is free. */
  async function other(run: KeptRun): Promise<ProgramResult | undefined> {
    const { name } = run.keep;
    const began = clock.now().getTime();
    let stopped: { readonly why: ProgramResult['end']; readonly at: number } | undefined;
    for (let looks = 0; !alone.aborted; looks += 1) {
      const claim = records.findClaim(name);
      // Before the result is looked for: what a dead keeper has written is there by then.
      const isGivenUp = looks % looksPerLife === 0 && claim && isLeft(claim, looks);
      const result = records.findResult(name);
      const now = clock.now().getTime();
      const isOverdue = stopped !== undefined && now - stopped.at > stopMilliseconds;
      if (claim === undefined || result || isGivenUp || isOverdue) {
        if (result && !stopped) return result;
        if (claim) clear(name, claim);
        return stopped && ended(stopped.why);
      }
      const isLate = now - began >= run.timeoutMilliseconds;
      if (!stopped && (run.signal?.aborted || isLate)) {
        stopped = { why: run.signal?.aborted ? 'aborted' : 'timed-out', at: now };
        records.askToStop(name);
      }
      await clock.sleep(lookMilliseconds, stopped ? undefined : run.signal);
    }
    return ended('aborted');
  }

  function isLeft(claim: Claim | 'unreadable', looks: number): boolean {
    // Somebody may be about to write the rest.
    if (claim === 'unreadable') return looks > 0;
    return !isRunning(claim.keeper);
  }

  function clear(name: string, claim: Claim | 'unreadable'): void {
    if (claim !== 'unreadable' && claim.program) killGroupOf(claim.program);
    records.forget(name);
  }
}

function ended(end: ProgramResult['end']): ProgramResult {
  return { end, code: null, stdout: '', stderr: '' };
}

/** False: the disk refuses. What runs counts more than that it is kept. */
export function quietly(write: () => void): boolean {
  try {
    write();
    return true;
  } catch {
    return false;
  }
}
