/** Socket connections that receive the entries of a feed. */
export interface Followers {
  /**
   * Sends the entries after the cursor and then each new one, as JSON `{"feed","cursor","body"}`,
   * until the connection ends. Entries may be repeated or out of order: the cursors are 1, 2, 3 …
   * An entry too large for a message is sent without its body. Repeated: this feed replaces the
   * former one.
   */
  follow(connection: string, feed: string, after: number): Promise<void>;
  /** Absent: nothing happens. */
  leave(connection: string): Promise<void>;
}
