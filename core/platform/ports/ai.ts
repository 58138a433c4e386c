export interface AiQuestion {
  readonly provider: string;
  readonly model: string;
  readonly prompt: string;
  /** The folder that the command line may read. */
  readonly directory: string;
  readonly timeoutMilliseconds: number;
  /** Ends the call. For the reason hostStops() it goes on where runs are kept, and is found by the
   * next to ask. */
  readonly signal?: AbortSignal;
  /** What the answer depends on besides provider, model and prompt, such as the commit SHA.
   * Given: the answer is kept under the hash of all four, and the same question is paid once. */
  readonly inputHash?: string;
  /** What it is asked for, such as a generation's id: see abandon(). */
  readonly work?: string;
}

export interface AiAnswer {
  readonly text: string;
  /** What the command line reported of its cost; null where it reports nothing. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  /** True when it came out of the answer store, and nobody paid. */
  readonly reused: boolean;
  /** The provider's program is not installed: another one answered in its place. */
  readonly standIn?: true;
}

export interface Ai {
  /** Runs the provider's command line. Exit code, time-out, abort: Failure('upstream') with code
   * 'failed', 'timed_out' or 'aborted'; the whole process group is dead by then. */
  ask(question: AiQuestion): Promise<AiAnswer>;
  /** Undefined when the provider answers; else why not, in words for the operator. Remembered
   * for 5 minutes. */
  unavailable(provider: string, model: string): Promise<string | undefined>;
  /** Which program would answer this provider's questions now. */
  program(provider: string): Promise<AiProgram>;
  /** On a laptop a call with an `inputHash` outlives a server that is killed, and the next one to
   * ask the same gets its answer. The works that such calls, running or ended, were begun for. */
  works(): Promise<readonly string[]>;
  /** Nobody will ask again for this work: what an earlier server has left running for it ends, its
   * answers are forgotten. Calls of this server are left alone. Absent or repeated: nothing. */
  abandon(work: string): Promise<void>;
}

export interface AiProgram {
  /** For people, such as `Claude Code`. */
  readonly title: string;
  /** `replaced`: named by AI_CLI_PROVIDER_…; `offline`: the provider's own program is not
   * installed, and the built-in offline writer answers. */
  readonly kind: 'own' | 'replaced' | 'offline';
}
