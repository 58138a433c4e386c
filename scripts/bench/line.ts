/** One measured thing. Ratios hold across machines; figures are this one's at this hour. */
export interface Line {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the machine can do at best, measured in the same run. */
  readonly roof?: number;
  readonly ratio?: number;
  /** The promise: at most this value. */
  readonly bar?: number;
  /** The promise: at least this ratio. */
  readonly floor?: number;
}
