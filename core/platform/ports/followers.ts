/** Socket connections that are sent a feed as it grows. */
export interface Followers {
  /** Sends the entries after the cursor and then each new one, as JSON `{"feed","cursor","body"}`,
   * until the connection is gone. An entry may come twice, and one before an older one: the
   * cursors are 1, 2, 3 … An entry too large for a message comes without its body. Repeated:
   * this feed takes the place of the one before. */
  follow(connection: string, feed: string, after: number): Promise<void>;
  /** Absent: nothing happens. */
  leave(connection: string): Promise<void>;
}
