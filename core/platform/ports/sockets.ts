export interface Sockets {
  /** False: the connection has ended; delete it. More than 128 KiB: Failure('too-large'). */
  send(connection: string, text: string): Promise<boolean>;
  /** Absent connection: nothing happens. */
  close(connection: string): Promise<void>;
}
