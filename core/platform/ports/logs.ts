/** What happened while webhooks were received and processed. An absent value is null. */
export interface LogEntry {
  /** ISO 8601, UTC, with milliseconds. */
  readonly timestamp: string;
  /** COMPLETED, DEBUG, INFO, WARNING, ERROR, STEP or SUCCESS; old files may hold others. */
  readonly level: string;
  readonly logger_name: string;
  /** With the traceback, if there is one. */
  readonly message: string;
  readonly hook_id: string | null;
  readonly event_type: string | null;
  /** The full name; old files may hold the short one. */
  readonly repository: string | null;
  readonly pr_number: number | null;
  readonly scm_user: string | null;
  readonly task_id: string | null;
  readonly task_type: string | null;
  readonly task_status: string | null;
  readonly token_spend: number | null;
}

export interface StepRecord {
  readonly timestamp: string;
  readonly status: 'started' | 'completed' | 'failed';
  readonly error: {
    readonly type: string;
    readonly message: string;
    readonly traceback: string;
  } | null;
  readonly duration_ms: number | null;
  /** Free details of the step. */
  readonly [detail: string]: unknown;
}

/** The record of a processed delivery, whatever its outcome. */
export interface WebhookSummary {
  readonly type: 'webhook_summary';
  readonly hook_id: string;
  readonly level: 'COMPLETED';
  readonly status: 'success' | 'partial' | 'failed';
  readonly event_type: string;
  readonly action: string | null;
  readonly sender: string | null;
  readonly repository: string | null;
  readonly repository_full_name: string | null;
  readonly pr: {
    readonly number: number;
    readonly title: string | null;
    readonly author: string | null;
  } | null;
  readonly scm_user: string | null;
  readonly timing: {
    readonly started_at: string;
    readonly completed_at: string;
    readonly duration_ms: number;
  };
  /** By name, in the order in which they began. */
  readonly workflow_steps: Readonly<Record<string, StepRecord>>;
  /** Requests to the code host; null in files of older versions. */
  readonly token_spend: number | null;
  readonly success: boolean;
  readonly error: string | null;
  /** One line for people; the message of its entry. */
  readonly summary: string;
}

/** A line of a daily file: an entry without its absent values, or a summary. */
export type LogRecord =
  | ({
      readonly type: 'log_entry';
      readonly exc_info?: string;
    } & Pick<LogEntry, 'timestamp' | 'level' | 'logger_name' | 'message'> &
      Partial<Omit<LogEntry, 'timestamp' | 'level' | 'logger_name' | 'message'>>)
  | WebhookSummary;

/** The values that an entry must have. Text is compared exactly, except: `repository` matches the
 * full name or the short one, `search` any part of the message without regard to case. */
export interface LogValues {
  readonly hook_id?: string;
  readonly pr_number?: number;
  readonly repository?: string;
  readonly event_type?: string;
  readonly scm_user?: string;
  readonly level?: string;
  readonly search?: string;
}

export interface LogQuery {
  readonly where?: LogValues;
  /** Entries with any of these values are left out. */
  readonly not?: LogValues;
  /** Inclusive, in the form of an entry's timestamp. */
  readonly start?: string;
  readonly end?: string;
  /** Cursors, exclusive. */
  readonly after?: number;
  readonly before?: number;
  /** Leaves out entries without hook_id of these loggers: the viewer's own. */
  readonly withoutNoiseOf?: readonly string[];
}

/** The cursor is a safe integer above 0 that grows in the order of appending. It stays the same for
 * as long as the entry is kept, also when an index is built again. */
export type PlacedEntry = LogEntry & { readonly cursor: number };

export interface LogPage {
  readonly entries: readonly PlacedEntry[];
  /** The number of all matches; a lower bound when the search was cut off. */
  readonly total: number;
  /** Entries that are kept, whether they match or not. */
  readonly kept: number;
  /** Entries that were looked at, or known from an index not to match. */
  readonly scanned: number;
  /** Cut off by the budget, or files of the log are lost: after a restore of the table. */
  readonly isPartial: boolean;
}

export interface LogBucket {
  /** Its first moment. */
  readonly time: string;
  readonly total: number;
  /** Entries of level ERROR. */
  readonly errors: number;
}

export interface LogLimits {
  readonly days: number;
  readonly bytes: number;
}

export interface OldCopies {
  readonly files: number;
  /** Their first and last day. */
  readonly from: string;
  readonly to: string;
}

/**
 * Log entries, up to tens of millions: Records is not made for so many. Summaries show as entries of
 * level COMPLETED. An event that is in several files, such as a text log and a daily file, is one
 * entry.
 */
export interface Logs {
  /**
   * Durable when it resolves, and seen by every later search. The caller has masked the records.
   * `textFile`: the name of the text log that a laptop writes the entries to as well. Repeated:
   * written again.
   */
  append(records: readonly LogRecord[], textFile?: string): Promise<void>;

  /** By timestamp, then cursor; default: newest first. Without a budget the search is complete and
   * the total exact. */
  search(
    query: LogQuery,
    page: {
      readonly limit: number;
      readonly offset?: number;
      readonly order?: 'newest' | 'oldest';
      readonly budgetMilliseconds?: number;
    },
  ): Promise<LogPage>;

  /** Newest first. A delivery that was processed several times has several. */
  summaries(
    of: { readonly hook_id: string } | { readonly pr_number: number },
    limit: number,
  ): Promise<readonly WebhookSummary[]>;

  /** Matches per span of time from `start` to `end`, oldest first, with empty spans. */
  histogram(
    query: LogQuery & { readonly start: string; readonly end: string },
    buckets: number,
  ): Promise<readonly LogBucket[]>;

  /**
   * Sends each match after the cursor, in order, and then each new one to the socket, as the JSON of
   * a PlacedEntry, until the connection ends. Without `after`: new ones only. A client that is too
   * slow gets `{"gap":{"from","to"}}` with the first and last cursor that it was not sent. After a
   * failure an entry may be sent twice; its cursor shows that. In the cloud nothing can be sent
   * before the connection is open: matches after the cursor follow with resume() or the next entry.
   * `together`: the client also takes a JSON array of several entries as one message.
   */
  follow(
    connection: string,
    query: LogQuery,
    options?: { readonly together?: boolean },
  ): Promise<void>;
  /** For a message of the client: sends the matches that follow() could not send. Absent, or nothing
   * to send: nothing happens. */
  resume(connection: string): Promise<void>;
  /** Absent: nothing happens. */
  leave(connection: string): Promise<void>;

  /** For the cloud's function on the table's stream: sends the entries that its event holds to those
   * who follow. A laptop has no stream. */
  push(event: unknown): Promise<void>;

  /** Maintenance for a schedule: removes the oldest days beyond these limits; the current day stays.
   * In the cloud it also moves new entries into files. */
  prune(limits: LogLimits): Promise<void>;
  /** What prune() would remove, when some of it is older than all that the last prune() left, or
   * there was none yet: files that somebody copied. Undefined: there are no such files. */
  copies(limits: LogLimits): Promise<OldCopies | undefined>;

  /** While a laptop indexes files that it has not read, which searches wait for: the share that is
   * done. Undefined: all is indexed. */
  indexing(): Promise<number | undefined>;

  close(): Promise<void>;
}
