export interface ProgramRun {
  /** Looked up in the PATH of `environment`. */
  readonly program: string;
  readonly arguments: readonly string[];
  readonly directory: string;
  /** All of it: nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Written to stdin, which is closed after it. */
  readonly input: string;
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal;
  /** Where the runner keeps runs: see KeptRuns. */
  readonly keep?: Kept;
}

export interface Kept {
  /** Hexadecimal digits. */
  readonly name: string;
  readonly work: string;
}

export interface ProgramResult {
  /** 'not-started' when the system refused (no memory, no permission, no such folder). */
  readonly end: 'exited' | 'timed-out' | 'aborted' | 'too-large' | 'not-found' | 'not-started';
  /** Null unless it exited by itself. */
  readonly code: number | null;
  readonly stdout: string;
  /** The last part, 64 KiB at most; the system's reason for 'not-started'. */
  readonly stderr: string;
}

/** Runs a program in a process group of its own, and never throws: how it ended is the result.
 * Nothing of the group is alive by then. */
export type RunProgram = (run: ProgramRun) => Promise<ProgramResult>;

/** A run with `keep` goes on when the process that began it is killed. Of runs of one name there
 * is one at a time, until release(): a second one waits for its result and gets it. */
export interface KeptRuns {
  /** The result has served. Absent or repeated: nothing. */
  release(name: string): Promise<void>;
  /** As Ai's. */
  works(): Promise<readonly string[]>;
  abandon(work: string): Promise<void>;
}
