export interface AiQuestion {
  readonly provider: string;
  readonly model: string;
  readonly prompt: string;
  /** The folder that the command line may read. Absent: an empty one. */
  readonly directory?: string;
  readonly timeoutMilliseconds: number;
  /** Ends the call. With the reason hostStops() a kept run continues, and the next caller gets its
   * answer. */
  readonly signal?: AbortSignal;
  /** Further input of the answer, such as the commit SHA. If set, the answer is cached under the hash
   * of provider, model, prompt and this, and the same question is paid for once. */
  readonly inputHash?: string;
  /** Whether an answer may be cached. Absent: any may. */
  readonly accepts?: (text: string) => boolean;
  /** The work that needs the answer, such as a generation's id: see abandon(). */
  readonly work?: string;
  /** Nothing but the work needs the answer: it need not be stored after abandon(). */
  readonly isForWork?: boolean;
}

export interface AiAnswer {
  readonly text: string;
  /** As reported, the cost else by the price table; null: not known. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  /** True: a cache hit, without cost. */
  readonly reused: boolean;
}

export interface Ai {
  /** Runs the provider's command line, or the offline writer for the provider `offline`. Exit code,
   * time-out, abort: Failure('upstream') with code 'failed', 'timed_out' or 'aborted'; the whole process group
   * has ended by then. */
  ask(question: AiQuestion): Promise<AiAnswer>;
  /** Undefined: the provider answers, which is cached for 5 minutes; else the reason, for the
   * operator. */
  unavailable(provider: string, model: string): Promise<string | undefined>;
  /** The program that would answer this provider's questions now. `offline`: none is chosen; it is the
   * default provider's program where that is installed. */
  program(provider: string): Promise<AiProgram>;
  /** On a laptop a call with an `inputHash` survives a killed server, and the next caller with the
   * same question gets its answer. Returns the works of such calls, running or ended. */
  works(): Promise<readonly string[]>;
  /** Ends calls of earlier servers for this work and deletes answers that are only for it. Calls of this
   * server are not affected. Absent or repeated: nothing. */
  abandon(work: string): Promise<void>;
}

export interface AiProgram {
  /** Its name for people, such as `Claude Code`. */
  readonly title: string;
  /** The provider that it belongs to. */
  readonly id: string;
  /** `replaced`: named by AI_CLI_PROVIDER_…, or an agent service; `offline`: the built-in offline
   * writer. */
  readonly kind: 'own' | 'replaced' | 'offline';
  /** Its program is not in the PATH: questions fail. */
  readonly isMissing?: true;
}
