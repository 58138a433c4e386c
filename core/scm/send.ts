export interface ScmRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins with a slash, below the base URL; or the whole URL of a further page. */
  readonly path: string;
  readonly accept: string;
  /** JSON text. */
  readonly body?: string;
  readonly timeoutMilliseconds: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface ScmReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Of a download. Absent: the sender has only text. */
  readonly bytes?: Uint8Array;
}

/** Sends one request. Any HTTP status is an answer; no answer is Failure('upstream'). */
export type SendToScm = (request: ScmRequest) => Promise<ScmReply>;
