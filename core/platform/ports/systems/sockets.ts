/** Close codes are those of RFC 6455; the text has at most 123 bytes. */
export interface CloseReason {
  readonly code: number;
  readonly text: string;
}

/** A connection may be used from the function that accepts it on: a laptop keeps messages and the
 * close until the handshake is done. */
export interface Sockets {
  /** False: the connection has ended; delete it. More than 128 KiB: Failure('too-large'). */
  send(connection: string, text: string): Promise<boolean>;
  /** False: there is no such connection. In the cloud it is not there before the function that
   * accepts it has ended, and the client does not get the reason. */
  close(connection: string, reason?: CloseReason): Promise<boolean>;
}
