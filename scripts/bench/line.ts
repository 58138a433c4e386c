/** One measurement. Ratios are comparable between machines, absolute values are not. */
export interface Line {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The machine's limit, measured in the same run. */
  readonly roof?: number;
  readonly ratio?: number;
  /** The promise: not above this value. */
  readonly bar?: number;
  /** The promise: at least this ratio. */
  readonly floor?: number;
}
