export interface FetchRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the whole exchange; default 30,000. */
  readonly timeoutMilliseconds?: number;
  /** Limit of the decoded body; default 10 MiB. A larger body is Failure('too-large'). */
  readonly maxBytes?: number;
  /** A larger body ends after `maxBytes` instead, and its connection is closed. */
  readonly cut?: boolean;
  /** Takes the decoded body of a 2xx while it arrives, as far as it likes; the body of the reply is
   * empty then. What it throws is thrown, and nothing is sent again once it was called. */
  readonly receive?: (parts: AsyncIterable<Uint8Array>) => Promise<void>;
  /** With `receive`: the longest wait for the reply and for each further part of its body. */
  readonly idleMilliseconds?: number;
  /** Further attempts after a connection error, 500, 502, 503, 504 and a refusal for a rate limit.
   * The pauses grow from 0.5 s, or are those that the host names. Default 0. */
  readonly retries?: number;
  /** Only what was refused for a rate limit, and so had no effect, is sent again. */
  readonly isOnce?: boolean;
  /** The longest wait for further attempts; default: the time-out. */
  readonly maxWaitMilliseconds?: number;
  /** The most redirects to follow; each one is checked like the first. Default 0: the 3xx is the
   * answer. Credentials are not sent to another origin. */
  readonly redirects?: number;
  /** The operator named this host: it may have a private address. */
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
