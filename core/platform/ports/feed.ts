export interface FeedEntry {
  /** 1, 2, 3 … without gaps within one feed. */
  readonly cursor: number;
  readonly body: string;
}

/** Append-only text entries, in one order that everybody sees. */
export interface Feed {
  /** Durable when it resolves, as one uninterrupted run; returns the last cursor. An entry is at
   * most 256 KiB, all together 3 MiB, else 'too-large'. Repeated: appended again. */
  append(feed: string, bodies: readonly string[]): Promise<number>;

  /** Entries after the cursor (default 0: from the start), at most `limit` (default 1,000).
   * An entry that was seen with cursor n means that all before n are there. Absent feed: []. */
  read(feed: string, options?: { after?: number; limit?: number }): Promise<readonly FeedEntry[]>;

  /** The last cursor; 0 when the feed is absent. */
  last(feed: string): Promise<number>;

  /** All entries after the cursor, then new ones as they come, until the signal aborts. Each
   * exactly once and in order. */
  subscribe(
    feed: string,
    options: { after?: number; signal: AbortSignal },
  ): AsyncIterable<FeedEntry>;

  /** The whole feed. Absent: nothing happens. */
  delete(feed: string): Promise<void>;

  close(): Promise<void>;
}
