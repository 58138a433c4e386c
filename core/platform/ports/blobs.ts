export type BlobBody = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface BlobInfo {
  readonly key: string;
  readonly size: number;
  /** Changes whenever the content may have changed; without quotes. */
  readonly etag: string;
  readonly modified: Date;
}

export interface BlobContent extends BlobInfo {
  readonly body: AsyncIterable<Uint8Array>;
  /** The first and last byte sent; present when a range was asked for. */
  readonly range?: { readonly first: number; readonly last: number };
}

/** Inclusive, as in HTTP; `last` absent: to the end; `first` absent: the last N bytes. */
export type ByteRange =
  { readonly first: number; readonly last?: number } | { readonly suffix: number };

/**
 * Files by key. A key is 1 to 1,024 bytes of `/`-separated names of at most 255 bytes; empty
 * names, `.`, `..`, backslashes, control characters and a leading `/` are Failure('invalid',
 * 'bad_key'), on every method. A key behind a symlink does not exist. A write is durable and
 * visible as a whole, or not at all. No key is the folder of another, `a` beside `a/b`: a laptop
 * answers Failure('conflict', 'blocked'), S3 does not notice.
 */
export interface Blobs {
  /** Keys that differ in case alone are one file, as on most disks of a Mac. */
  readonly foldsCase: boolean;

  /** Replaces what was there. `absentOnly` and something is there: Failure('conflict', 'exists').
   * A body that throws half way leaves the old content. `isCache`: it can be made again, and so
   * need not outlive a power cut; it outlives the process. */
  put(
    key: string,
    body: BlobBody,
    options?: { absentOnly?: boolean; isCache?: boolean },
  ): Promise<BlobInfo>;

  /** Absent: undefined. A range outside the content, any range of an empty one included:
   * Failure('range', 'bad_range') whose extra.size is the content's. Read the body to its end
   * or leave its loop: a large one holds a file or a connection. */
  get(key: string, options?: { range?: ByteRange }): Promise<BlobContent | undefined>;

  /** Absent: undefined. */
  head(key: string): Promise<BlobInfo | undefined>;

  /** Keys that begin with the prefix (which may be empty, or end within a name) by code point,
   * at most `limit` (default 1,000). No match: empty. Published content shows only under the
   * prefix that published() gives. A cursor of another list: Failure('invalid', 'bad_cursor'). */
  list(
    prefix: string,
    options?: { cursor?: string; limit?: number },
  ): Promise<{ entries: readonly BlobInfo[]; cursor?: string }>;

  /** Absent or repeated: nothing happens. */
  delete(key: string): Promise<void>;

  /** Everything under `prefix` (which ends with `/`), what is published at or under it
   * included. Absent or repeated: nothing happens. */
  deletePrefix(prefix: string): Promise<void>;

  /**
   * Makes everything under `from` the content of `prefix`, at one moment: whoever calls
   * `published` sees the old site or the new one. Both end with `/`; `from` is gone afterwards.
   * Absent `from`: Failure('missing', 'no_blobs'). The keys of `keep`, relative to `prefix`, are
   * taken over from what is published now unless `from` holds them; one that is not there is
   * Failure('missing', 'no_blob'), and nothing was published. The content that was published before stays
   * readable under its own prefix until the publish after this one. Neither prefix lies
   * within the other.
   */
  publish(
    prefix: string,
    from: string,
    options?: { readonly keep?: readonly string[] },
  ): Promise<void>;

  /** Where the published content of `prefix` lies now: a prefix to get and list under, stable
   * for the length of a request. Never published, or deleted: undefined. */
  published(prefix: string): Promise<string | undefined>;

  /** Takes a published prefix away with its content. Absent: nothing happens. */
  unpublish(prefix: string): Promise<void>;

  /** Whether the key is behind a symlink that leads out of `prefix`, so that a caller can say more
   * than that it does not exist. Nothing is opened. Leads nowhere, or inside: false; a bucket has
   * no symlinks. */
  leadsOutside(prefix: string, key: string): Promise<boolean>;

  /** A URL that anyone may use for `seconds` to GET or PUT the key; undefined where the home
   * has none (the laptop): then the bytes go through us. A GET is answered `as` said, and no cache
   * keeps it then. */
  link(
    key: string,
    method: 'GET' | 'PUT',
    seconds: number,
    as?: { readonly type: string; readonly disposition: string },
  ): Promise<string | undefined>;
}
