export interface Sockets {
  /** False when the connection is gone; the caller forgets it. At most 128 KiB, else 'too-large'. */
  send(connection: string, text: string): Promise<boolean>;
  /** Absent connection: nothing happens. */
  close(connection: string): Promise<void>;
}
