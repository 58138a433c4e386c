export interface FeedEntry {
  /** 1, 2, 3 … without gaps within one feed. */
  readonly cursor: number;
  readonly body: string;
}

/** Append-only text entries, in the same order for every reader. */
export interface Feed {
  /** Durable when it resolves. The entries are consecutive; returns the last cursor. An entry may
   * have 256 KiB, all together 3 MiB, else 'too-large'. Repeated: appended again. */
  append(feed: string, bodies: readonly string[]): Promise<number>;

  /** Entries after the cursor (default 0: from the start), at most `limit` (default 1,000). When an
   * entry with cursor n is visible, all entries before it are. Absent feed: []. */
  read(feed: string, options?: { after?: number; limit?: number }): Promise<readonly FeedEntry[]>;

  /** The last cursor; 0 when the feed is absent. */
  last(feed: string): Promise<number>;

  /** All entries after the cursor, then new ones when they are appended, until the signal aborts.
   * Each exactly once and in order. */
  subscribe(
    feed: string,
    options: { after?: number; signal: AbortSignal },
  ): AsyncIterable<FeedEntry>;

  /** Deletes the whole feed. Absent: nothing happens. */
  delete(feed: string): Promise<void>;

  close(): Promise<void>;
}
