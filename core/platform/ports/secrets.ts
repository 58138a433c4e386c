export interface Secrets {
  /** A configured secret. Absent or empty: undefined. */
  read(name: string): Promise<string | undefined>;
  /** A secret of our own making: `make` is called once, ever; racing callers get one value. */
  keep(name: string, make: () => string): Promise<string>;
}
