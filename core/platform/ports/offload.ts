export interface OffloadedWork {
  /** URL of a file whose default export takes the input and gives the output; both travel by
   * structured clone. */
  readonly module: string;
  readonly input: unknown;
  /** From the moment it begins; waiting for its turn does not count. */
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal;
}

/**
 * Computing that would hold up the event loop, in processes beside it. A bounded number at once,
 * the rest waits in order. What modules have loaded is kept for work that soon follows.
 */
export interface Offload {
  /** Failure('upstream') with code 'failed' (it threw, or died), 'timed_out',
   * 'exhausted' (memory) or 'aborted'; by then it computes no more, and other work is unharmed. */
  run<Output>(work: OffloadedWork): Promise<Output>;
  /** Running and waiting work is aborted. */
  close(): Promise<void>;
}
