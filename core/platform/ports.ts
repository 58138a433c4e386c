// Every way out of the program. A use case says what it touches with Pick<Platform, …>;
// an adapter keeps the promises written here, and test/contract holds it to them.
//
// Words used below. "Absent": what happens when the thing is not there. "Repeated": what the
// same call does a second time. "Fails": what a caller sees when the outside world breaks.
// Unless a method says otherwise, an outage is Failure('unavailable') and nothing was changed
// or everything was; a caller may always repeat.

// ---------------------------------------------------------------- Records

export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'json';

export interface Column {
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Written when a new row does not name the column; undefined: the column must be given. */
  readonly initial?: unknown;
}

export interface Index {
  /** Columns that a query must give exactly; may be empty. */
  readonly equal: readonly string[];
  /** The column that orders the matches and takes prefix and range. */
  readonly order: string;
  /** Further columns that the index holds: in the cloud, conditions on these and on the others of
   * the index read no rows. */
  readonly carries?: readonly string[];
}

/** A record type as data, made by table(). `Row` is the shape of one record. */
export interface Table<Row extends object = Record<string, unknown>> {
  readonly name: string;
  /** Raised with each change of shape; rows of older versions pass through `upgrades`. */
  readonly version: number;
  readonly key: readonly (keyof Row & string)[];
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns of which no two rows hold the same non-null value. */
  readonly unique: readonly (keyof Row & string)[];
  readonly indexes: Readonly<Record<string, Index>>;
  /** Partitions over which the cloud spreads each group of index entries: one takes about 500
   * writes a second. Never changed for a table that has rows. */
  readonly shards: number;
  /** Columns that `contains` may search. */
  readonly searchable: readonly (keyof Row & string)[];
  /** upgrades[2] turns a row of version 1 into one of version 2. */
  readonly upgrades: Readonly<
    Record<number, (row: Record<string, unknown>) => Record<string, unknown>>
  >;
  /** Checks and completes a whole row; throws Failure('invalid') naming the column. */
  parse(row: unknown): Row;
}

/** A row as stored: `version` starts at 1 and grows by 1 with every write of the row. */
export type Stored<Row> = Row & { readonly version: number };

export type Key = Readonly<Record<string, string | number>>;

/** Values the stored row must hold for the write to happen; `version` may be among them. */
export type Expect<Row> = Partial<Stored<Row>>;

export interface Query<Row> {
  /** A name from table.indexes; absent: the primary key, whose leading columns `where` gives. */
  readonly index?: string;
  /** Exact values for all of the index's equal columns. */
  readonly where?: Partial<Row>;
  /** The order column (text) begins with this. */
  readonly prefix?: string;
  /** Inclusive bounds of the order column. */
  readonly from?: string | number;
  readonly to?: string | number;
  /** Further exact conditions on any column, applied to what the index yields. */
  readonly filter?: Partial<Row>;
  /** Rows in which any of the (searchable) columns contains the text, whatever its case. */
  readonly contains?: { readonly columns: readonly (keyof Row & string)[]; readonly text: string };
  readonly order?: 'ascending' | 'descending';
  /** Default 100, at most 10,000. */
  readonly limit?: number;
  /** Matches to leave out from the start. With a cursor it counts for nothing: the page before
   * has done it. */
  readonly offset?: number;
  /** From an earlier page of the same query (limit, offset and total may differ). Any other is
   * Failure('invalid', 'bad_cursor'). */
  readonly cursor?: string;
  /** Count all matches, not only this page's. */
  readonly total?: boolean;
}

export interface Page<Row> {
  readonly rows: readonly Stored<Row>[];
  /** Present when more rows follow. */
  readonly cursor?: string;
  /** Exact; present when the query asked for it. */
  readonly total?: number;
}

/**
 * Small structured records. Atomic per row, durable before the promise resolves; every read,
 * `list` included, sees every write that was acknowledged before the read began. What spans
 * rows is written by its use case as steps that may be repeated.
 *
 * Text compares by code point, null sorts first. A key's columns together take at most 600
 * bytes, an order column 400 (the characters U+0000 to U+0002 and the last two of Unicode count
 * one more); longer is Failure('invalid', 'key_too_long'). A row may be of any
 * size up to 16 MiB, beyond: Failure('too-large', 'row_too_large').
 */
export interface Records {
  /** Absent: undefined. */
  get<Row extends object>(table: Table<Row>, key: Key): Promise<Stored<Row> | undefined>;

  /**
   * Writes a new row. Repeated, or the key is taken: Failure('conflict', 'exists'); a unique
   * column's value is held by another row: Failure('conflict', 'not_unique'). Of racing inserts
   * exactly one succeeds. Columns with an initial value may be left out.
   */
  insert<Row extends object>(table: Table<Row>, row: Partial<Row>): Promise<Stored<Row>>;

  /**
   * Writes only the given columns, making the row when it is absent (then every column without
   * an initial value must be given). Repeated: the same content, a higher version. Unique
   * columns hold as in insert.
   */
  put<Row extends object>(table: Table<Row>, row: Partial<Row>): Promise<Stored<Row>>;

  /**
   * Changes the given columns when the row holds all of `expect`; another key among them is
   * 'invalid'. Absent: Failure('missing', 'no_row'). Holds something else: Failure('conflict', 'changed').
   */
  update<Row extends object>(
    table: Table<Row>,
    key: Key,
    changes: Partial<Row>,
    expect?: Expect<Row>,
  ): Promise<Stored<Row>>;

  /** True when a row was removed. Absent: false. Holds something else: as update. */
  delete<Row extends object>(table: Table<Row>, key: Key, expect?: Expect<Row>): Promise<boolean>;

  /** Exact on both homes: order, offset, total and cursor. No match: an empty page. What the
   * table does not declare (index, columns, a searchable column) is Failure('invalid',
   * 'bad_query'). */
  list<Row extends object>(table: Table<Row>, query?: Query<Row>): Promise<Page<Row>>;

  /**
   * Adds to an integer column and returns the new value; 100 racing calls add 100. Absent row:
   * Failure('missing', 'no_row'). A repeated call adds again.
   */
  increment<Row extends object>(
    table: Table<Row>,
    key: Key,
    column: keyof Row & string,
    by: number,
  ): Promise<number>;

  /** The next integer of a named sequence: 1, 2, 3 …; never given twice, gaps are possible. */
  nextId(sequence: string): Promise<number>;

  /** Another one after every write of any row, for who keeps what was made of rows: what was read
   * after one was taken is still right while it is the same. Undefined: this home cannot tell. */
  stamp(): Promise<string | undefined>;

  /** Finishes accepted writes and lets go of files and connections. Repeated: nothing. */
  close(): Promise<void>;
}

// ---------------------------------------------------------------- Blobs

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

// ---------------------------------------------------------------- Queue

export interface QueueDefinition {
  readonly name: string;
  /** How long a received message stays hidden when nobody extends it; at most 43,200. */
  readonly visibilitySeconds: number;
  /** Deliveries after which an unanswered message moves to `<name>-dead`. */
  readonly maxAttempts: number;
}

export interface Message {
  readonly queue: string;
  /** The same on every delivery of one send. */
  readonly id: string;
  /** For acknowledge, release and extend; a new one with each delivery. */
  readonly receipt: string;
  /** As sent, or a claim check: pass it through open(). */
  readonly body: string;
  /** 1 on the first delivery. */
  readonly attempts: number;
  readonly sentAt: Date;
}

/**
 * Durable work, delivered at least once, in no promised order. Text of any size: more than
 * 1 MiB travels as a claim check. A queue that was not defined is Failure('missing', 'no_queue').
 */
export interface Queue {
  /** Durable when it resolves. Repeated: a second message. Delay 0 to 900 s, else 'invalid'. */
  send(queue: string, body: string, options?: { delaySeconds?: number }): Promise<{ id: string }>;

  /** Up to `max` (1 to 10) messages, each hidden for the queue's visibility time. None within
   * `waitSeconds` (0 to 20): an empty list. Stops waiting early when the signal aborts. */
  receive(
    queue: string,
    options: { max: number; waitSeconds: number; signal?: AbortSignal },
  ): Promise<readonly Message[]>;

  /** The text that was sent. A claim check whose blob is gone: Failure('missing', 'no_body'). */
  open(body: string): Promise<string>;

  /** Done: it will not be delivered again. Repeated, or the receipt is stale: nothing happens. */
  acknowledge(message: Pick<Message, 'queue' | 'receipt' | 'body'>): Promise<void>;

  /** Give it back; it is delivered again after the delay (0 to 43,200 s). Stale: nothing. */
  release(message: Pick<Message, 'queue' | 'receipt'>, delaySeconds: number): Promise<void>;

  /** Keep it hidden for so many seconds from now. Stale receipt: false. */
  extend(message: Pick<Message, 'queue' | 'receipt'>, seconds: number): Promise<boolean>;

  /** Approximate on AWS, exact on a laptop. */
  depth(queue: string): Promise<{ waiting: number; delayed: number; inFlight: number }>;

  close(): Promise<void>;
}

// ---------------------------------------------------------------- Feed

export interface FeedEntry {
  /** 1, 2, 3 … without gaps within one feed. */
  readonly cursor: number;
  readonly body: string;
}

/** Append-only text entries, in one order that everybody sees. */
export interface Feed {
  /** Durable when it resolves, as one uninterrupted run; returns the last cursor. An entry is at
   * most 256 KiB, else 'too-large'. Repeated: appended again. */
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

// ---------------------------------------------------------------- the smaller ports

export interface Sockets {
  /** False when the connection is gone; the caller forgets it. At most 128 KiB, else 'too-large'. */
  send(connection: string, text: string): Promise<boolean>;
  /** Absent connection: nothing happens. */
  close(connection: string): Promise<void>;
}

export interface Secrets {
  /** A configured secret. Absent or empty: undefined. */
  read(name: string): Promise<string | undefined>;
  /** A secret of our own making: `make` is called once, ever; racing callers get one value. */
  keep(name: string, make: () => string): Promise<string>;
}

export interface Clock {
  now(): Date;
  /** Resolves after the time, or at once when the signal aborts; never throws. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export type GitSource =
  | {
      readonly url: string;
      readonly ref?: string;
      /** `token` or `user:token`. */
      readonly token?: string;
      /** The operator's GIT_TOKENS may be used. */
      readonly mayUseTokens?: boolean;
    }
  | { readonly path: string };

export interface Checkout {
  /** Full, 40 hexadecimal digits. */
  readonly sha: string;
  /** The working tree; for a local source the repository itself: never write to it. */
  readonly directory: string;
  /** Removes what was cloned. Repeated: nothing. A local source is left alone. */
  dispose(): Promise<void>;
}

/** Failures are 'upstream' with a message `Clone failed: …` that holds no secret, or 'invalid'
 * for a source that is refused before anything is contacted. */
export interface Git {
  /** Refuses at once what checkout would refuse, asking nobody but the name service. A host that
   * cannot be resolved passes: the clone will tell. */
  check(source: GitSource): Promise<void>;
  /** A clone of depth 1 within 300 s, or the local tree in place. Repeated: another clone. */
  checkout(source: GitSource, options?: { signal?: AbortSignal }): Promise<Checkout>;
  /** The commit that the source points at now, without a clone. */
  resolve(source: GitSource, options?: { signal?: AbortSignal }): Promise<string>;
}

/** A working tree to read from. Links, what lies behind links, pipes and `.git` do not exist in it;
 * paths are relative, with `/`, and one that leads outside is absent. */
export interface Tree {
  /** Where it lies, for programs that read it themselves. Never write to it. In the cloud this and
   * read() fetch the whole tree; hash() and lines() do not. */
  directory(): Promise<string>;
  /** Paths of files by code point, without folders that package managers and tools make; of more
   * than `limit` the upper folders' files. */
  files(limit: number): Promise<readonly string[]>;
  /** The first `maxBytes` of a file. Absent: undefined. */
  read(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** git's hash of the file's content, 40 hexadecimal digits. Absent, or beyond 64 MiB: undefined. */
  hash(path: string): Promise<string | undefined>;
  /** Lines of the file's first 16 MiB; at least 1. Absent: undefined. */
  lines(path: string): Promise<number | undefined>;
  /** Lets go of it. Repeated: nothing. */
  close(): Promise<void>;
}

/** Working trees that outlive a step and its process; what was kept is there for every worker. */
export interface Trees {
  /** Keeps what lies in the folder, which is gone afterwards, under a name of letters, digits, `-`
   * and `_`. Repeated: the later one. */
  keep(name: string, directory: string): Promise<void>;
  /** Absent: undefined. */
  open(name: string): Promise<Tree | undefined>;
  /** A folder of this machine as it lies there. */
  at(directory: string): Tree;
  /** Absent: nothing happens. */
  forget(name: string): Promise<void>;
  /** Names that are kept, by code point. */
  list(): Promise<readonly string[]>;
}

export interface AiQuestion {
  readonly provider: string;
  readonly model: string;
  readonly prompt: string;
  /** The folder that the command line may read. */
  readonly directory: string;
  readonly timeoutMilliseconds: number;
  /** Ends the call. For the reason hostStops() it goes on where runs are kept, and is found by the
   * next to ask. */
  readonly signal?: AbortSignal;
  /** What the answer depends on besides provider, model and prompt, such as the commit SHA.
   * Given: the answer is kept under the hash of all four, and the same question is paid once. */
  readonly inputHash?: string;
  /** What it is asked for, such as a generation's id: see abandon(). */
  readonly work?: string;
}

export interface AiAnswer {
  readonly text: string;
  /** What the command line reported of its cost; null where it reports nothing. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  /** True when it came out of the answer store, and nobody paid. */
  readonly reused: boolean;
  /** The provider's program is not installed: another one answered in its place. */
  readonly standIn?: true;
}

export interface Ai {
  /** Runs the provider's command line. Exit code, time-out, abort: Failure('upstream') with code
   * 'failed', 'timed_out' or 'aborted'; the whole process group is dead by then. */
  ask(question: AiQuestion): Promise<AiAnswer>;
  /** Undefined when the provider answers; else why not, in words for the operator. Remembered
   * for 5 minutes. */
  unavailable(provider: string, model: string): Promise<string | undefined>;
  /** Which program would answer this provider's questions now. */
  program(provider: string): Promise<AiProgram>;
  /** On a laptop a call with an `inputHash` outlives a server that is killed, and the next one to
   * ask the same gets its answer. The works that such calls, running or ended, were begun for. */
  works(): Promise<readonly string[]>;
  /** Nobody will ask again for this work: what an earlier server has left running for it ends, its
   * answers are forgotten. Calls of this server are left alone. Absent or repeated: nothing. */
  abandon(work: string): Promise<void>;
}

export interface AiProgram {
  /** For people, such as `Claude Code`. */
  readonly title: string;
  /** `replaced`: named by AI_CLI_PROVIDER_…; `offline`: the provider's own program is not
   * installed, and the built-in offline writer answers. */
  readonly kind: 'own' | 'replaced' | 'offline';
}

export interface ProgramRun {
  /** Looked up in the PATH of `environment`. */
  readonly program: string;
  readonly arguments: readonly string[];
  readonly directory: string;
  /** All of it: nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Written to stdin, which is closed after it. */
  readonly input: string;
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal;
  /** Where the runner keeps runs: see KeptRuns. */
  readonly keep?: Kept;
}

export interface Kept {
  /** Hexadecimal digits. */
  readonly name: string;
  readonly work: string;
}

export interface ProgramResult {
  /** 'not-started' when the system refused (no memory, no permission, no such folder). */
  readonly end: 'exited' | 'timed-out' | 'aborted' | 'too-large' | 'not-found' | 'not-started';
  /** Null unless it exited by itself. */
  readonly code: number | null;
  readonly stdout: string;
  /** The last part, 64 KiB at most; the system's reason for 'not-started'. */
  readonly stderr: string;
}

/** Runs a program in a process group of its own, and never throws: how it ended is the result.
 * Nothing of the group is alive by then. */
export type RunProgram = (run: ProgramRun) => Promise<ProgramResult>;

/** A run with `keep` goes on when the process that began it is killed. Of runs of one name there
 * is one at a time, until release(): a second one waits for its result and gets it. */
export interface KeptRuns {
  /** The result has served. Absent or repeated: nothing. */
  release(name: string): Promise<void>;
  /** As Ai's. */
  works(): Promise<readonly string[]>;
  abandon(work: string): Promise<void>;
}

export interface Mail {
  /** Failure('upstream') when the server refuses; repeated: sent again. */
  send(letter: { to: string; subject: string; text: string }): Promise<void>;
}

export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface Push {
  /** 'gone' when the subscription has ended for good; the caller forgets it. */
  send(subscription: PushSubscription, payload: string): Promise<'delivered' | 'gone'>;
}

export interface FetchRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the whole exchange; default 30,000. */
  readonly timeoutMilliseconds?: number;
  /** Of the decoded body; default 10 MiB. A larger one is Failure('too-large'). */
  readonly maxBytes?: number;
  /** Further tries on connection errors and 500, 502, 503, 504 (Retry-After honoured); default 0. */
  readonly retries?: number;
  /** Redirects followed, each checked anew; default 0: the 3xx is the answer. Credentials do not
   * travel to another origin. */
  readonly redirects?: number;
  /** This host was named by the operator: private addresses are fine. */
  readonly trusted?: boolean;
  readonly verifyTls?: boolean;
  readonly signal?: AbortSignal;
}

export interface FetchReply {
  readonly status: number;
  /** Lower-case names; several values joined by a comma and a space. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  text(): string;
}

/** Any HTTP status is an answer. A refused address is Failure('invalid', 'private_address'), an
 * unreachable host or a time-out Failure('upstream'). Messages name the host, never credentials. */
export type Fetch = (url: string, request?: FetchRequest) => Promise<FetchReply>;

export interface OffloadedWork {
  /** URL of a file whose default export takes the input and gives the output; both travel by
   * structured clone. */
  readonly module: string;
  readonly input: unknown;
  /** From the moment it begins; waiting for its turn does not count. */
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal;
}

/**
 * Computing that would hold up the event loop, in processes beside it. A bounded number at once,
 * the rest waits in order. What modules have loaded is kept for work that soon follows.
 */
export interface Offload {
  /** Failure('upstream') with code 'failed' (it threw, or died), 'timed_out',
   * 'exhausted' (memory) or 'aborted'; by then it computes no more, and other work is unharmed. */
  run<Output>(work: OffloadedWork): Promise<Output>;
  /** Running and waiting work is aborted. */
  close(): Promise<void>;
}

export interface Asset {
  readonly body: Uint8Array;
  readonly type: string;
}

/** Stylesheets and browser modules of our own pages, named by content so that they may be
 * cached for ever. */
export interface Assets {
  /** The path to write into a page for a file of core/web or a domain, such as `web/page.css` →
   * `/assets/page.3f9a2c81.css`. An unknown name is a bug and throws. */
  path(name: string): Promise<string>;
  /** What a path's last segment stands for. Absent: undefined. */
  find(file: string): Promise<Asset | undefined>;
}

// ---------------------------------------------------------------- all of them

export type LogLevel = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR';

/** One JSON line on stderr; known secrets are masked. */
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;

/** The environment as the program sees it: process environment over `.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Platform {
  readonly home: 'local' | 'aws';
  readonly environment: Environment;
  readonly log: Log;
  readonly records: Records;
  readonly blobs: Blobs;
  readonly queue: Queue;
  readonly feed: Feed;
  readonly sockets: Sockets;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly git: Git;
  readonly trees: Trees;
  readonly ai: Ai;
  readonly mail: Mail;
  readonly push: Push;
  readonly fetch: Fetch;
  readonly assets: Assets;
  readonly offload: Offload;
  /** Ends accepted work and closes every adapter. */
  close(): Promise<void>;
}
