export interface Secrets {
  /** A configured secret. Absent or empty: undefined. */
  read(name: string): Promise<string | undefined>;
  /** A generated secret. Racing callers get one value; each of them may call `make`. */
  keep(name: string, make: () => string): Promise<string>;
}
