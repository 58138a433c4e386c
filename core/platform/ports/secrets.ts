export interface Secrets {
  /** A configured secret. Absent or empty: undefined. */
  read(name: string): Promise<string | undefined>;
  /** A secret of our own making: racing callers, each of which may
   * call `make`, get one value. */
  keep(name: string, make: () => string): Promise<string>;
}
