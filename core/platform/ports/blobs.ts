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
 * A new version of published files. Readers see it at once when publish() resolves, not before. A
 * fingerprint is 1 to 64 letters, digits, `-` and `_`, computed by the caller from all inputs of a
 * file: files with the same fingerprint under one prefix have the same content. It is the etag of
 * the file.
 */
export interface BlobVersion {
  /** Reuses the file of the version that was published when this one began. False: there is no such
   * file with this fingerprint; put() it. */
  keep(path: string, fingerprint: string): boolean;

  put(path: string, fingerprint: string, body: BlobBody): Promise<void>;

  /**
   * Publishes exactly the files that were kept and put. Without a difference nothing happens.
   * `confirm` runs right before; if it throws, nothing is published. If another version was
   * published since this one began, or the prefix was deleted: Failure('conflict', 'outdated').
   */
  publish(confirm?: () => Promise<void>): Promise<void>;

  /**
   * Deletes files that were put and not published. Repeated, or after publish(): nothing happens.
   */
  discard(): Promise<void>;
}

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

  /**
   * Replaces the content. A body that throws half way leaves the old content. `isCache`: the content
   * can be computed again, so it survives the process, but perhaps not a power cut.
   */
  put(key: string, body: BlobBody, options?: { isCache?: boolean }): Promise<BlobInfo>;

  /** Absent: undefined. A range outside the content, any range of an empty one included:
   * Failure('range', 'bad_range') whose extra.size is the content's. Read the body to its end
   * or leave its loop: a large one holds a file or a connection. */
  get(key: string, options?: { range?: ByteRange }): Promise<BlobContent | undefined>;

  /** Absent: undefined. */
  head(key: string): Promise<BlobInfo | undefined>;

  /** Keys that begin with the prefix (which may be empty, or end within a name) by code point; read
   * in portions. No match: empty. Published content shows only under the prefix that published()
   * gives. */
  list(prefix: string): AsyncIterable<BlobInfo>;

  /** Absent or repeated: nothing happens. */
  delete(key: string): Promise<void>;

  /** Deletes everything under `prefix` (which ends with `/`), including published files. Absent or
   * repeated: nothing happens. */
  deletePrefix(prefix: string): Promise<void>;

  /** Begins the next version of the files that are published at `prefix`, which ends with `/`. */
  newVersion(prefix: string): Promise<BlobVersion>;

  /** The prefix of the published files, to get and list under. Its content never changes, and stays
   * readable until the second publish after its own. Never published, or deleted: undefined. */
  published(prefix: string): Promise<string | undefined>;

  /** Whether the key is behind a symlink that leads outside `prefix`, so that a caller can give a
   * better reason than "missing". Nothing is opened. Otherwise false; a bucket has no symlinks.
   * Of a key that is missing, with `key/` as the prefix: whether a link or a folder is there. */
  leadsOutside(prefix: string, key: string): Promise<boolean>;

  /**
   * A URL with which anyone may GET or PUT the key for `seconds`. Undefined: the home has none (the
   * laptop), and the bytes go through the service. A GET is answered with the headers in `as`, and
   * is not cached.
   */
  link(
    key: string,
    method: 'GET' | 'PUT',
    seconds: number,
    as?: { readonly type: string; readonly disposition: string },
  ): Promise<string | undefined>;
}
