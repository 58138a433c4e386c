/** What the place where Lantern runs can do. Nothing outside core/home asks for its name. */
export interface Home {
  /** For people. */
  readonly name: 'local' | 'cluster' | 'aws';
  /** All services run on one machine, for its user: callers on it are trusted, and its folders can be
   * read by path. */
  readonly isOneMachine: boolean;
  /** Work can go on after the reply; a function is frozen then. */
  readonly worksAfterReply: boolean;
  /** A request may take as long as the work that it waits for. */
  readonly worksForRequests: boolean;
  /** How long a model may work in a step. */
  readonly callMinutes: number;
  /** How long a model may work while a request waits for it. */
  readonly callMilliseconds: number;
  /** How long a request may wait for another one. */
  readonly waitMilliseconds: number;
  /** How old a read of the configuration may be: each look costs a request in the cloud. */
  readonly readAgainMilliseconds: number;
  /** The largest body that reaches a handler. */
  readonly bodyBytes: number;
  /** For temporary files. */
  readonly temporaryBytes: number;
}
