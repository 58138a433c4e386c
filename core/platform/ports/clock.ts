export const dayMilliseconds = 24 * 3_600_000;

export interface Clock {
  now(): Date;
  /** Resolves after the time, or at once when the signal aborts; never throws. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
