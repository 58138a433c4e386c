export interface ProgramRun {
  /** Looked up in the PATH of `environment`. */
  readonly program: string;
  readonly arguments: readonly string[];
  readonly directory: string;
  /** The whole environment: nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Written to stdin, which is closed after it. */
  readonly input: string;
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal;
  /** Makes the run survive this process: see KeptRuns. */
  readonly keep?: Kept;
}

export interface Kept {
  /** Hexadecimal digits. */
  readonly name: string;
  /** Fit for the name of a file, without a dot. */
  readonly work: string;
}

export interface ProgramResult {
  /** 'not-started' when the system refused (no memory, no permission, no such folder). */
  readonly end: 'exited' | 'timed-out' | 'aborted' | 'too-large' | 'not-found' | 'not-started';
  /** Null unless the program exited by itself. */
  readonly code: number | null;
  readonly stdout: string;
  /** The last 64 KiB; for 'not-started' the system's reason. */
  readonly stderr: string;
}

/** Runs a program in a new process group. Never throws. The whole group has ended by then. */
export type RunProgram = (run: ProgramRun) => Promise<ProgramResult>;

/** A run with `keep` continues when its server is killed. Until release() or abandon() a name has one
 * run: a second call with the name gets its result. */
export interface KeptRuns {
  /** Deletes the result. Absent or repeated: nothing. */
  release(keep: Kept): Promise<void>;
  /** See Ai. */
  works(): Promise<readonly string[]>;
  abandon(work: string): Promise<void>;
}
