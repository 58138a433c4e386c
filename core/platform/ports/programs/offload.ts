export interface OffloadedWork {
  /** URL of a file whose default export is a function from input to output. Both are copied by
   * structured clone. */
  readonly module: string;
  readonly input: unknown;
  /** Without the time in the queue. */
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal;
}

/** Runs computations that would block the event loop in child processes. A limited number run at
 * once, the others wait in order. Loaded modules stay loaded for work that soon follows. */
export interface Offload {
  /** Failure('upstream') with code 'failed' (it threw, or its process ended), 'timed_out', 'exhausted'
   * (memory) or 'aborted'; by then the computation has stopped. Other work is not affected. */
  run<Output>(work: OffloadedWork): Promise<Output>;
  /** Aborts running and waiting work. */
  close(): Promise<void>;
}
